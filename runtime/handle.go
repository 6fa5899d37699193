package vkrt

// Vulkan's handles, as 64 bits. Zero is VK_NULL_HANDLE.
type (
	Memory uint64 // VkDeviceMemory
	Buffer uint64 // VkBuffer
	Image  uint64 // VkImage
)
