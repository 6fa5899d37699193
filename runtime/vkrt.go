// Package vkrt is what generated allocators for Vulkan link to: the tables of a
// device, its functions as a concrete struct, and the account of native memory
// that all allocators on a device share.
//
// It is pure Go and calls no driver. A [Device] is made of a [Profile], which
// says what the device has, and of [Functions], which allocate from it; package
// fake has both for tests. Sizes and offsets are bytes throughout.
package vkrt

// ABI1 is 1 as long as code generated against version 1 of this package
// compiles and works with it. Generated code says
//
//	const _ = vkrt.ABI1
//
// so that a build with a runtime it does not fit fails with that name. A new
// version adds a constant; an old one goes when its code no longer works.
const ABI1 = 1
