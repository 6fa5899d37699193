#include "device.h"

// PICK is the one of two functions that a level asks for.
#define PICK(level, get, from, name) \
	(uintptr_t)((level) == AG_CORE ? (get)((from), "vk" #name) : (level) == AG_KHR ? (get)((from), "vk" #name "KHR") : NULL)

const char *ag_load(ag_device *d, PFN_vkGetInstanceProcAddr get, VkInstance instance, ag_levels levels) {
	VkDevice device = AG_DEVICE(d);
	PFN_vkGetDeviceProcAddr of = (PFN_vkGetDeviceProcAddr)get(instance, "vkGetDeviceProcAddr");
	if (of == NULL) return "vkGetDeviceProcAddr";
#define LOAD(level, get, from, name) \
	d->name = PICK(level, get, from, name); \
	if ((level) != AG_ABSENT && d->name == 0) return "vk" #name;
#define LOAD_CORE(name) LOAD(AG_CORE, of, device, name)
	AG_DEVICE_FUNCTIONS(LOAD_CORE)
	LOAD(levels.requirements2, of, device, GetBufferMemoryRequirements2)
	LOAD(levels.requirements2, of, device, GetImageMemoryRequirements2)
	LOAD(levels.address, of, device, GetBufferDeviceAddress)
	LOAD(levels.properties2, get, instance, GetPhysicalDeviceMemoryProperties2)
#undef LOAD_CORE
#undef LOAD
	return NULL;
}

ag_made ag_allocate(const ag_device *d, ag_allocation a) {
	VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, NULL, a.size, a.type};
	VkMemoryDedicatedAllocateInfo dedicated = {VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, NULL, a.image, a.buffer};
	VkMemoryPriorityAllocateInfoEXT priority = {VK_STRUCTURE_TYPE_MEMORY_PRIORITY_ALLOCATE_INFO_EXT, NULL, a.priority};
	VkMemoryAllocateFlagsInfo flags = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, NULL, VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT, 0};
	if (d->dedicated && (a.buffer || a.image)) {
		dedicated.pNext = info.pNext;
		info.pNext = &dedicated;
	}
	if (d->priority && a.priority != 0) {
		priority.pNext = info.pNext;
		info.pNext = &priority;
	}
	if (a.address) {
		flags.pNext = info.pNext;
		info.pNext = &flags;
	}
	ag_made made = {0, 0};
	made.result = AG_CALL(d, AllocateMemory)(AG_DEVICE(d), &info, NULL, &made.handle);
	if (made.result != 0) made.handle = 0;
	return made;
}

void ag_free(const ag_device *d, uint64_t memory) { AG_CALL(d, FreeMemory)(AG_DEVICE(d), memory, NULL); }

ag_mapped ag_map(const ag_device *d, uint64_t memory) {
	ag_mapped mapped = {NULL, 0};
	mapped.result = AG_CALL(d, MapMemory)(AG_DEVICE(d), memory, 0, VK_WHOLE_SIZE, 0, &mapped.address);
	return mapped;
}

void ag_unmap(const ag_device *d, uint64_t memory) { AG_CALL(d, UnmapMemory)(AG_DEVICE(d), memory); }

VkResult ag_flush(const ag_device *d, uint64_t memory, uint64_t offset, uint64_t size) {
	VkMappedMemoryRange range = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, NULL, memory, offset, size};
	return AG_CALL(d, FlushMappedMemoryRanges)(AG_DEVICE(d), 1, &range);
}

VkResult ag_invalidate(const ag_device *d, uint64_t memory, uint64_t offset, uint64_t size) {
	VkMappedMemoryRange range = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, NULL, memory, offset, size};
	return AG_CALL(d, InvalidateMappedMemoryRanges)(AG_DEVICE(d), 1, &range);
}

ag_budget ag_heap_budget(const ag_device *d, uint32_t heap) {
	VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
	VkPhysicalDeviceMemoryProperties2 properties = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, &budget};
	AG_CALL(d, GetPhysicalDeviceMemoryProperties2)((VkPhysicalDevice)d->physical, &properties);
	return (ag_budget){budget.heapBudget[heap], budget.heapUsage[heap]};
}
