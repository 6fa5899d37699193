// Loader, instance, physical device and device: what happens once.
#ifndef ALLOCGEN_SETUP_H
#define ALLOCGEN_SETUP_H

#include "device.h"

// ag_program_loader returns the vkGetInstanceProcAddr that the program gave to
// vulkan-go, or NULL.
PFN_vkGetInstanceProcAddr ag_program_loader(void);

typedef struct {
	PFN_vkGetInstanceProcAddr get; // NULL: not found
	char error[256];               // of the system, if so
} ag_library;

ag_library ag_open_library(const char *name);

typedef struct {
	VkInstance instance; // NULL after a failure
	VkDebugUtilsMessengerEXT messenger;
	uint32_t version; // that the instance was made for
	VkResult result;
} ag_instance;

// ag_create_instance makes an instance for the highest version up to 1.3, with
// the validation layer if messages, a handle for ag_report, is not 0.
ag_instance ag_create_instance(PFN_vkGetInstanceProcAddr get, uintptr_t messages);
void ag_destroy_instance(PFN_vkGetInstanceProcAddr get, ag_instance i);

// ag_has_extension reports whether a physical device has an extension.
VkBool32 ag_has_extension(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical, const char *name);

// ag_queue_family returns the first queue family that can draw and compute,
// else the first that can compute, else UINT32_MAX.
uint32_t ag_queue_family(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical);

typedef struct {
	VkBool32 priority, address;
} ag_features;

// ag_find_features returns those that a physical device has, of those asked for.
// The instance and the device are of version 1.1 at least.
ag_features ag_find_features(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical, ag_features ask);

typedef struct {
	VkDevice device; // NULL after a failure
	VkResult result;
} ag_opened;

// ag_create_device makes a device with one queue of a family.
ag_opened ag_create_device(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical,
	uint32_t family, const char *const *extensions, uint32_t count, ag_features features);

VkPhysicalDeviceMemoryProperties ag_memory_properties(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical);

typedef struct {
	uint64_t max_allocation, max_buffer; // 0 if unknown
	char driver[256];                    // empty if unknown
} ag_properties;

typedef struct {
	VkBool32 maintenance3, maintenance4, driver;
} ag_known;

// ag_find_properties returns the properties that the physical device knows of.
ag_properties ag_find_properties(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical, ag_level level, ag_known known);

#endif
