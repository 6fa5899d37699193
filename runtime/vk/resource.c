#include "device.h"

// spread writes the numbers of the bits set and returns how many there are.
static uint32_t spread(uint32_t set, uint32_t bits[32]) {
	uint32_t count = 0;
	for (uint32_t bit = 0; bit < 32; bit++) {
		if (set >> bit & 1) bits[count++] = bit;
	}
	return count;
}

static ag_requirements requirements(VkMemoryRequirements m, VkMemoryDedicatedRequirements dedicated) {
	return (ag_requirements){m.size, m.alignment, m.memoryTypeBits,
		dedicated.prefersDedicatedAllocation, dedicated.requiresDedicatedAllocation};
}

ag_made ag_create_buffer(const ag_device *d, uint64_t size, uint32_t usage, uint32_t flags, uint32_t families) {
	uint32_t family[32];
	VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, NULL, flags, size, usage};
	info.queueFamilyIndexCount = spread(families, family);
	info.pQueueFamilyIndices = family;
	info.sharingMode = info.queueFamilyIndexCount > 1 ? VK_SHARING_MODE_CONCURRENT : VK_SHARING_MODE_EXCLUSIVE;
	ag_made made = {0, 0};
	made.result = AG_CALL(d, CreateBuffer)(AG_DEVICE(d), &info, NULL, &made.handle);
	if (made.result != 0) made.handle = 0;
	return made;
}

void ag_destroy_buffer(const ag_device *d, uint64_t buffer) { AG_CALL(d, DestroyBuffer)(AG_DEVICE(d), buffer, NULL); }

ag_requirements ag_buffer_requirements(const ag_device *d, uint64_t buffer) {
	VkMemoryDedicatedRequirements dedicated = {VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS};
	VkMemoryRequirements2 r = {VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, d->dedicated ? &dedicated : NULL};
	VkBufferMemoryRequirementsInfo2 info = {VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2, NULL, buffer};
	if (d->GetBufferMemoryRequirements2 != 0) {
		AG_CALL(d, GetBufferMemoryRequirements2)(AG_DEVICE(d), &info, &r);
	} else {
		AG_CALL(d, GetBufferMemoryRequirements)(AG_DEVICE(d), buffer, &r.memoryRequirements);
	}
	return requirements(r.memoryRequirements, dedicated);
}

VkResult ag_bind_buffer(const ag_device *d, uint64_t buffer, uint64_t memory, uint64_t offset) {
	return AG_CALL(d, BindBufferMemory)(AG_DEVICE(d), buffer, memory, offset);
}

uint64_t ag_buffer_address(const ag_device *d, uint64_t buffer) {
	VkBufferDeviceAddressInfo info = {VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, NULL, buffer};
	return AG_CALL(d, GetBufferDeviceAddress)(AG_DEVICE(d), &info);
}

ag_made ag_create_image(const ag_device *d, ag_image i) {
	uint32_t family[32];
	VkImageCreateInfo info = {
		VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, NULL, i.flags, i.type, i.format, {i.width, i.height, i.depth},
		i.mips, i.layers, i.samples, i.tiling, i.usage};
	info.queueFamilyIndexCount = spread(i.families, family);
	info.pQueueFamilyIndices = family;
	info.sharingMode = info.queueFamilyIndexCount > 1 ? VK_SHARING_MODE_CONCURRENT : VK_SHARING_MODE_EXCLUSIVE;
	info.initialLayout = i.layout;
	ag_made made = {0, 0};
	made.result = AG_CALL(d, CreateImage)(AG_DEVICE(d), &info, NULL, &made.handle);
	if (made.result != 0) made.handle = 0;
	return made;
}

void ag_destroy_image(const ag_device *d, uint64_t image) { AG_CALL(d, DestroyImage)(AG_DEVICE(d), image, NULL); }

ag_requirements ag_image_requirements(const ag_device *d, uint64_t image) {
	VkMemoryDedicatedRequirements dedicated = {VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS};
	VkMemoryRequirements2 r = {VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, d->dedicated ? &dedicated : NULL};
	VkImageMemoryRequirementsInfo2 info = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2, NULL, image};
	if (d->GetImageMemoryRequirements2 != 0) {
		AG_CALL(d, GetImageMemoryRequirements2)(AG_DEVICE(d), &info, &r);
	} else {
		AG_CALL(d, GetImageMemoryRequirements)(AG_DEVICE(d), image, &r.memoryRequirements);
	}
	return requirements(r.memoryRequirements, dedicated);
}

VkResult ag_bind_image(const ag_device *d, uint64_t image, uint64_t memory, uint64_t offset) {
	return AG_CALL(d, BindImageMemory)(AG_DEVICE(d), image, memory, offset);
}
