#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "setup.h"

// The function table of vulkan-go. Weak, because cgo links each package alone
// once.
extern PFN_vkGetInstanceProcAddr vgo_vkGetInstanceProcAddr __attribute__((weak));

PFN_vkGetInstanceProcAddr ag_program_loader(void) {
	return &vgo_vkGetInstanceProcAddr == NULL ? NULL : vgo_vkGetInstanceProcAddr;
}

ag_library ag_open_library(const char *name) {
	ag_library library = {NULL, ""};
	void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL); // stays open: drivers do not like to be unloaded
	if (handle != NULL) library.get = (PFN_vkGetInstanceProcAddr)dlsym(handle, "vkGetInstanceProcAddr");
	if (library.get == NULL) snprintf(library.error, sizeof library.error, "%s", dlerror());
	return library;
}

// ag_report takes a message; Go has it.
extern void ag_report(uintptr_t messages, char *text);

static VkBool32 report(uint32_t severity, VkFlags types, const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
	ag_report((uintptr_t)user, (char *)data->pMessage);
	return 0;
}

static VkDebugUtilsMessengerCreateInfoEXT messenger(uintptr_t messages) {
	return (VkDebugUtilsMessengerCreateInfoEXT){
		.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
		.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
		.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
		.pfnUserCallback = report,
		.pUserData = (void *)messages,
	};
}

// version returns the highest version up to 1.3 that an instance can be for.
static uint32_t version(PFN_vkGetInstanceProcAddr get) {
	uint32_t version = VK_MAKE_VERSION(1, 0, 0);
	PFN_vkEnumerateInstanceVersion enumerate = (PFN_vkEnumerateInstanceVersion)get(NULL, "vkEnumerateInstanceVersion");
	if (enumerate != NULL && enumerate(&version) != 0) version = VK_MAKE_VERSION(1, 0, 0);
	return version < VK_MAKE_VERSION(1, 3, 0) ? version : VK_MAKE_VERSION(1, 3, 0);
}

ag_instance ag_create_instance(PFN_vkGetInstanceProcAddr get, uintptr_t messages) {
	static const char *const layer = "VK_LAYER_KHRONOS_validation", *const extension = "VK_EXT_debug_utils";
	ag_instance made = {.version = version(get)};
	VkDebugUtilsMessengerCreateInfoEXT speak = messenger(messages);
	VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO, NULL, "allocgen", 0, "allocgen", 0, made.version};
	VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, NULL, 0, &application};
	if (messages != 0) {
		info.pNext = &speak; // for messages about the instance itself
		info.enabledLayerCount = info.enabledExtensionCount = 1;
		info.ppEnabledLayerNames = &layer;
		info.ppEnabledExtensionNames = &extension;
	}
	PFN_vkCreateInstance create = (PFN_vkCreateInstance)get(NULL, "vkCreateInstance");
	made.result = create(&info, NULL, &made.instance);
	if (made.result != 0) made.instance = NULL;
	if (made.result != 0 || messages == 0) return made;
	PFN_vkCreateDebugUtilsMessengerEXT listen =
		(PFN_vkCreateDebugUtilsMessengerEXT)get(made.instance, "vkCreateDebugUtilsMessengerEXT");
	made.result = listen(made.instance, &speak, NULL, &made.messenger);
	if (made.result != 0) {
		made.messenger = 0;
		ag_destroy_instance(get, made);
		made.instance = NULL;
	}
	return made;
}

void ag_destroy_instance(PFN_vkGetInstanceProcAddr get, ag_instance i) {
	if (i.messenger != 0) {
		((PFN_vkDestroyDebugUtilsMessengerEXT)get(i.instance, "vkDestroyDebugUtilsMessengerEXT"))(i.instance, i.messenger, NULL);
	}
	((PFN_vkDestroyInstance)get(i.instance, "vkDestroyInstance"))(i.instance, NULL);
}

VkBool32 ag_has_extension(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical, const char *name) {
	PFN_vkEnumerateDeviceExtensionProperties enumerate =
		(PFN_vkEnumerateDeviceExtensionProperties)get(instance, "vkEnumerateDeviceExtensionProperties");
	uint32_t count = 0;
	if (enumerate(physical, NULL, &count, NULL) != 0) return 0;
	VkExtensionProperties *list = calloc(count, sizeof *list);
	VkBool32 found = 0;
	if (list != NULL && enumerate(physical, NULL, &count, list) >= 0) {
		for (uint32_t i = 0; i < count && !found; i++) found = strcmp(list[i].extensionName, name) == 0;
	}
	free(list);
	return found;
}

uint32_t ag_queue_family(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical) {
	PFN_vkGetPhysicalDeviceQueueFamilyProperties enumerate =
		(PFN_vkGetPhysicalDeviceQueueFamilyProperties)get(instance, "vkGetPhysicalDeviceQueueFamilyProperties");
	VkQueueFamilyProperties families[64];
	uint32_t count = 64, compute = UINT32_MAX;
	enumerate(physical, &count, families);
	for (uint32_t i = count; i-- > 0;) {
		if (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) compute = i;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT && families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) return i;
	}
	return compute;
}

ag_features ag_find_features(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical, ag_features ask) {
	VkPhysicalDeviceMemoryPriorityFeaturesEXT priority = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PRIORITY_FEATURES_EXT};
	VkPhysicalDeviceBufferDeviceAddressFeatures address = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES};
	VkPhysicalDeviceFeatures2 features = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
	if (ask.priority) {
		priority.pNext = features.pNext;
		features.pNext = &priority;
	}
	if (ask.address) {
		address.pNext = features.pNext;
		features.pNext = &address;
	}
	((PFN_vkGetPhysicalDeviceFeatures2)get(instance, "vkGetPhysicalDeviceFeatures2"))(physical, &features);
	return (ag_features){priority.memoryPriority, address.bufferDeviceAddress};
}

ag_opened ag_create_device(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical,
	uint32_t family, const char *const *extensions, uint32_t count, ag_features features) {
	VkPhysicalDeviceMemoryPriorityFeaturesEXT priority = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PRIORITY_FEATURES_EXT, NULL, 1};
	VkPhysicalDeviceBufferDeviceAddressFeatures address = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, NULL, 1};
	float urgency = 1;
	VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, NULL, 0, family, 1, &urgency};
	VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, NULL, 0, 1, &queue};
	info.enabledExtensionCount = count;
	info.ppEnabledExtensionNames = extensions;
	if (features.priority) {
		priority.pNext = (void *)info.pNext;
		info.pNext = &priority;
	}
	if (features.address) {
		address.pNext = (void *)info.pNext;
		info.pNext = &address;
	}
	ag_opened opened = {NULL, 0};
	opened.result = ((PFN_vkCreateDevice)get(instance, "vkCreateDevice"))(physical, &info, NULL, &opened.device);
	if (opened.result != 0) opened.device = NULL;
	return opened;
}

VkPhysicalDeviceMemoryProperties ag_memory_properties(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical) {
	VkPhysicalDeviceMemoryProperties properties = {0};
	((PFN_vkGetPhysicalDeviceMemoryProperties)get(instance, "vkGetPhysicalDeviceMemoryProperties"))(physical, &properties);
	return properties;
}

ag_properties ag_find_properties(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical, ag_level level, ag_known known) {
	VkPhysicalDeviceMaintenance3Properties third = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
	VkPhysicalDeviceMaintenance4Properties fourth = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES};
	VkPhysicalDeviceDriverPropertiesKHR driver = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES_KHR};
	VkPhysicalDeviceProperties2 properties = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
	if (known.maintenance3) {
		third.pNext = properties.pNext;
		properties.pNext = &third;
	}
	if (known.maintenance4) {
		fourth.pNext = properties.pNext;
		properties.pNext = &fourth;
	}
	if (known.driver) {
		driver.pNext = properties.pNext;
		properties.pNext = &driver;
	}
	PFN_vkGetPhysicalDeviceProperties2 find = (PFN_vkGetPhysicalDeviceProperties2)get(
		instance, level == AG_CORE ? "vkGetPhysicalDeviceProperties2" : "vkGetPhysicalDeviceProperties2KHR");
	if (level != AG_ABSENT && find != NULL) find(physical, &properties);
	ag_properties found = {third.maxMemoryAllocationSize, fourth.maxBufferSize, ""};
	snprintf(found.driver, sizeof found.driver, "%s", driver.driverInfo);
	return found;
}
