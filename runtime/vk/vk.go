//go:build cgo

// Package vk makes real Vulkan devices available to generated allocators: it
// gives package vkrt the tables and functions of a VkDevice. It is the only
// package that needs cgo.
//
// [Adopt] is for programs that have a VkDevice, made with
// github.com/vulkan-go/vulkan or by other means. [Open] makes one, for tests,
// examples and tools. Programs that use vulkan-go without a windowing library
// can let [Load] initialise it: vulkan-go itself looks for a library that only
// development packages install.
//
// Vulkan's handles are 64-bit numbers in vkrt and pointer types in vulkan-go;
// functions of this package convert between the two. It works on Linux and on
// other systems with dlopen.
package vk
