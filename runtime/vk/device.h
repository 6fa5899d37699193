// What a device is called through. A call takes its arguments by value and
// returns its results by value; every struct that the driver reads is on the C
// stack, so that calls share nothing and leave nothing behind.
#ifndef ALLOCGEN_DEVICE_H
#define ALLOCGEN_DEVICE_H

#include "abi.h"

// How a function can be had of an instance or a device.
typedef enum { AG_ABSENT, AG_KHR, AG_CORE } ag_level;

// X names every function that each device has.
#define AG_DEVICE_FUNCTIONS(X) \
	X(AllocateMemory) X(FreeMemory) X(MapMemory) X(UnmapMemory) \
	X(FlushMappedMemoryRanges) X(InvalidateMappedMemoryRanges) \
	X(CreateBuffer) X(DestroyBuffer) X(GetBufferMemoryRequirements) X(BindBufferMemory) \
	X(CreateImage) X(DestroyImage) X(GetImageMemoryRequirements) X(BindImageMemory)

// ag_device is filled once and then only read. Its pointers are numbers: of a
// struct without pointers cgo knows at once that Go may pass its address, one
// with pointers it searches in every call.
typedef struct {
	uintptr_t device;   // VkDevice
	uintptr_t physical; // VkPhysicalDevice
	VkBool32 dedicated; // the driver can be told what resource memory is for
	VkBool32 priority;  // and its priority
#define AG_FIELD(name) uintptr_t name;
	AG_DEVICE_FUNCTIONS(AG_FIELD)
	// 0 where the device does not have them:
	AG_FIELD(GetBufferMemoryRequirements2)
	AG_FIELD(GetImageMemoryRequirements2)
	AG_FIELD(GetBufferDeviceAddress)
	AG_FIELD(GetPhysicalDeviceMemoryProperties2)
#undef AG_FIELD
} ag_device;

// AG_CALL is a function of a device, to be called with the device first.
#define AG_CALL(d, name) ((PFN_vk##name)(d)->name)
#define AG_DEVICE(d) ((VkDevice)(d)->device)

// ag_levels say how the functions that a device may lack can be had.
typedef struct {
	ag_level properties2, requirements2, address;
} ag_levels;

// ag_load fills the functions of d, whose other fields are set. It returns the
// name of a function that is missing, or NULL.
const char *ag_load(ag_device *d, PFN_vkGetInstanceProcAddr get, VkInstance instance, ag_levels levels);

typedef struct {
	uint64_t handle; // 0 after a failure
	VkResult result;
} ag_made;

typedef struct {
	void *address; // nothing after a failure
	VkResult result;
} ag_mapped;

typedef struct {
	uint64_t size, alignment;
	uint32_t types;
	VkBool32 prefers, requires;
} ag_requirements;

typedef struct {
	uint64_t budget, usage;
} ag_budget;

typedef struct {
	uint64_t size, buffer, image; // of the resource that it is for, one or none is not 0
	uint32_t type;
	float priority; // 0: Vulkan's default
	VkBool32 address;
} ag_allocation;

typedef struct {
	uint32_t type, format, width, height, depth, mips, layers, samples, tiling, usage, flags, families, layout;
} ag_image;

ag_made ag_allocate(const ag_device *d, ag_allocation a);
void ag_free(const ag_device *d, uint64_t memory);
ag_mapped ag_map(const ag_device *d, uint64_t memory);
void ag_unmap(const ag_device *d, uint64_t memory);
VkResult ag_flush(const ag_device *d, uint64_t memory, uint64_t offset, uint64_t size);
VkResult ag_invalidate(const ag_device *d, uint64_t memory, uint64_t offset, uint64_t size);
ag_budget ag_heap_budget(const ag_device *d, uint32_t heap);

ag_made ag_create_buffer(const ag_device *d, uint64_t size, uint32_t usage, uint32_t flags, uint32_t families);
void ag_destroy_buffer(const ag_device *d, uint64_t buffer);
ag_requirements ag_buffer_requirements(const ag_device *d, uint64_t buffer);
VkResult ag_bind_buffer(const ag_device *d, uint64_t buffer, uint64_t memory, uint64_t offset);
uint64_t ag_buffer_address(const ag_device *d, uint64_t buffer);

ag_made ag_create_image(const ag_device *d, ag_image i);
void ag_destroy_image(const ag_device *d, uint64_t image);
ag_requirements ag_image_requirements(const ag_device *d, uint64_t image);
VkResult ag_bind_image(const ag_device *d, uint64_t image, uint64_t memory, uint64_t offset);

#endif
