// A driver for tests, with every extension and feature: it answers with what it
// was asked, packed into numbers, so that a test sees what reached it. Sizes of
// 13 it refuses. The function that the variable MISSING names it does not have.
#include <stdlib.h>
#include <string.h>

#include "../abi.h"

#define REFUSED 13
#define OUT_OF_DEVICE_MEMORY (-2)

typedef struct chain {
	VkStructureType sType;
	const struct chain *pNext;
} chain;

// of returns the struct of a type in a chain, or NULL; one that is there twice
// ends the program.
static const void *of(const void *next, VkStructureType type) {
	const void *found = NULL;
	for (const chain *c = next; c != NULL; c = c->pNext) {
		if (c->sType != type) continue;
		if (found != NULL) abort();
		found = c;
	}
	return found;
}

static VkResult allocate(VkDevice d, const VkMemoryAllocateInfo *info, const void *a, VkDeviceMemory *memory) {
	const VkMemoryDedicatedAllocateInfo *dedicated = of(info->pNext, VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO);
	const VkMemoryPriorityAllocateInfoEXT *priority = of(info->pNext, VK_STRUCTURE_TYPE_MEMORY_PRIORITY_ALLOCATE_INFO_EXT);
	const VkMemoryAllocateFlagsInfo *flags = of(info->pNext, VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
	*memory = info->allocationSize | (uint64_t)info->memoryTypeIndex << 8;
	if (info->sType != VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO || a != NULL) abort();
	if (dedicated != NULL) *memory |= dedicated->buffer << 16 | dedicated->image << 24;
	if (priority != NULL) *memory |= (uint64_t)(priority->priority * 100) << 32;
	if (flags != NULL) *memory |= (uint64_t)flags->flags << 40 | (uint64_t)flags->deviceMask << 48;
	return info->allocationSize == REFUSED ? OUT_OF_DEVICE_MEMORY : 0;
}

static void free_memory(VkDevice d, VkDeviceMemory memory, const void *a) {}

static VkResult map(VkDevice d, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size, VkFlags flags, void **address) {
	static char bytes[256];
	*address = bytes;
	if (offset != 0 || size != VK_WHOLE_SIZE || flags != 0) abort();
	return memory == REFUSED ? OUT_OF_DEVICE_MEMORY : 0;
}

static void unmap(VkDevice d, VkDeviceMemory memory) {}

static VkResult flush(VkDevice d, uint32_t count, const VkMappedMemoryRange *range) {
	if (count != 1 || range->sType != VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE || range->pNext != NULL) abort();
	return range->memory << 16 | range->offset << 8 | range->size;
}

static VkResult invalidate(VkDevice d, uint32_t count, const VkMappedMemoryRange *range) { return -flush(d, count, range); }

static uint64_t families(uint32_t mode, uint32_t count, const uint32_t *list) {
	uint64_t packed = mode;
	for (uint32_t i = 0; mode == VK_SHARING_MODE_CONCURRENT && i < count; i++) packed = packed << 5 | list[i];
	return packed;
}

static VkResult create_buffer(VkDevice d, const VkBufferCreateInfo *info, const void *a, VkBuffer *buffer) {
	if (info->sType != VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO || info->pNext != NULL || a != NULL) abort();
	*buffer = info->size | (uint64_t)info->usage << 8 | (uint64_t)info->flags << 16 |
		families(info->sharingMode, info->queueFamilyIndexCount, info->pQueueFamilyIndices) << 24;
	return info->size == REFUSED ? OUT_OF_DEVICE_MEMORY : 0;
}

static void destroy_buffer(VkDevice d, VkBuffer buffer, const void *a) {}

static void requirements(VkDevice d, uint64_t resource, VkMemoryRequirements *r) { *r = (VkMemoryRequirements){resource * 16, 8, 3}; }

static void answer2(uint64_t resource, VkBool32 prefers, VkBool32 requires, VkMemoryRequirements2 *r) {
	VkMemoryDedicatedRequirements *dedicated = (void *)of(r->pNext, VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS);
	if (r->sType != VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2) abort();
	r->memoryRequirements = (VkMemoryRequirements){resource * 32, 16, 7};
	if (dedicated == NULL) return;
	dedicated->prefersDedicatedAllocation = prefers;
	dedicated->requiresDedicatedAllocation = requires;
}

static void buffer_requirements2(VkDevice d, const VkBufferMemoryRequirementsInfo2 *info, VkMemoryRequirements2 *r) {
	if (info->sType != VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2) abort();
	answer2(info->buffer, 1, 0, r);
}

static void image_requirements2(VkDevice d, const VkImageMemoryRequirementsInfo2 *info, VkMemoryRequirements2 *r) {
	if (info->sType != VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2) abort();
	answer2(info->image, 0, 1, r);
}

static VkResult bind(VkDevice d, uint64_t resource, VkDeviceMemory memory, VkDeviceSize offset) {
	return resource << 16 | memory << 8 | offset;
}

static VkResult bind_image(VkDevice d, VkImage image, VkDeviceMemory memory, VkDeviceSize offset) {
	return -bind(d, image, memory, offset);
}

static VkDeviceAddress address(VkDevice d, const VkBufferDeviceAddressInfo *info) {
	if (info->sType != VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO) abort();
	return info->buffer << 32;
}

static VkDeviceAddress address_khr(VkDevice d, const VkBufferDeviceAddressInfo *info) { return address(d, info) + 1; }

static VkResult create_image(VkDevice d, const VkImageCreateInfo *i, const void *a, VkImage *image) {
	if (i->sType != VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO || i->pNext != NULL || a != NULL) abort();
	uint64_t fields[] = {
		i->imageType, i->format, i->extent.width, i->extent.height, i->extent.depth, i->mipLevels, i->arrayLayers, i->samples,
		i->tiling, i->usage, i->flags, families(i->sharingMode, i->queueFamilyIndexCount, i->pQueueFamilyIndices), i->initialLayout};
	*image = 0;
	for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) *image = *image * 16 + fields[f]; // a hexadecimal digit each
	return i->extent.width == REFUSED ? OUT_OF_DEVICE_MEMORY : 0;
}

static void memory_properties(VkPhysicalDevice p, VkPhysicalDeviceMemoryProperties *m) {
	*m = (VkPhysicalDeviceMemoryProperties){2, {{1, 1}, {6, 0}}, 2, {{5000, 0}, {9000, 1}}};
}

static void memory_properties2(VkPhysicalDevice p, VkPhysicalDeviceMemoryProperties2 *m) {
	VkPhysicalDeviceMemoryBudgetPropertiesEXT *budget = (void *)of(m->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT);
	for (int heap = 0; heap < 16; heap++) {
		budget->heapBudget[heap] = 100 + heap;
		budget->heapUsage[heap] = 200 + heap;
	}
}

static void properties2(VkPhysicalDevice p, VkPhysicalDeviceProperties2 *r) {
	VkPhysicalDeviceMaintenance3Properties *third = (void *)of(r->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES);
	VkPhysicalDeviceMaintenance4Properties *fourth = (void *)of(r->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES);
	VkPhysicalDeviceDriverPropertiesKHR *driver = (void *)of(r->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES_KHR);
	if (third != NULL) third->maxMemoryAllocationSize = 3ull << 40;
	if (fourth != NULL) fourth->maxBufferSize = 4ull << 40;
	if (driver != NULL) strcpy(driver->driverInfo, "test driver 1.2");
}

static VkResult extensions(VkPhysicalDevice p, const char *layer, uint32_t *count, VkExtensionProperties *list) {
	static const char *const names[] = {
		"VK_EXT_memory_budget", "VK_EXT_memory_priority", "VK_KHR_maintenance3", "VK_KHR_maintenance4", "VK_KHR_driver_properties"};
	*count = sizeof names / sizeof *names;
	for (uint32_t i = 0; list != NULL && i < *count; i++) strcpy(list[i].extensionName, names[i]);
	return 0;
}

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name);

static PFN_vkVoidFunction of_device(VkDevice device, const char *name) { return vkGetInstanceProcAddr(NULL, name); }

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name) {
	static const struct {
		const char *name;
		void *function;
	} table[] = {
		{"vkGetDeviceProcAddr", of_device},
		{"vkAllocateMemory", allocate},
		{"vkFreeMemory", free_memory},
		{"vkMapMemory", map},
		{"vkUnmapMemory", unmap},
		{"vkFlushMappedMemoryRanges", flush},
		{"vkInvalidateMappedMemoryRanges", invalidate},
		{"vkCreateBuffer", create_buffer},
		{"vkDestroyBuffer", destroy_buffer},
		{"vkGetBufferMemoryRequirements", requirements},
		{"vkGetBufferMemoryRequirements2", buffer_requirements2},
		{"vkGetBufferMemoryRequirements2KHR", buffer_requirements2},
		{"vkBindBufferMemory", bind},
		{"vkGetBufferDeviceAddress", address},
		{"vkGetBufferDeviceAddressKHR", address_khr},
		{"vkCreateImage", create_image},
		{"vkDestroyImage", destroy_buffer},
		{"vkGetImageMemoryRequirements", requirements},
		{"vkGetImageMemoryRequirements2", image_requirements2},
		{"vkGetImageMemoryRequirements2KHR", image_requirements2},
		{"vkBindImageMemory", bind_image},
		{"vkGetPhysicalDeviceMemoryProperties", memory_properties},
		{"vkGetPhysicalDeviceMemoryProperties2", memory_properties2},
		{"vkGetPhysicalDeviceMemoryProperties2KHR", memory_properties2},
		{"vkGetPhysicalDeviceProperties2", properties2},
		{"vkGetPhysicalDeviceProperties2KHR", properties2},
		{"vkEnumerateDeviceExtensionProperties", extensions},
	};
	const char *missing = getenv("MISSING");
	if (missing != NULL && strcmp(missing, name) == 0) return NULL;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (strcmp(table[i].name, name) == 0) return (PFN_vkVoidFunction)table[i].function;
	}
	return NULL;
}
