// The part of Vulkan's binary interface that this package calls, under Vulkan's
// own names, so that it builds on machines without Vulkan's headers. A test
// compares it with the headers that come with vulkan-go.
//
// Handles that are no pointers are 64 bits on every platform here.
#ifndef ALLOCGEN_ABI_H
#define ALLOCGEN_ABI_H

#include <stddef.h>
#include <stdint.h>

#define VK_MAKE_VERSION(major, minor, patch) ((uint32_t)(major) << 22 | (uint32_t)(minor) << 12 | (uint32_t)(patch))
#define VK_WHOLE_SIZE UINT64_MAX

#define VK_STRUCTURE_TYPE_APPLICATION_INFO 0
#define VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO 1
#define VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO 2
#define VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO 3
#define VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO 5
#define VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE 6
#define VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO 12
#define VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO 14
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2 1000059000
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2 1000059001
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2 1000059006
#define VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO 1000060000
#define VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS 1000127000
#define VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO 1000127001
#define VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT 1000128004
#define VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2 1000146000
#define VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2 1000146001
#define VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2 1000146003
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES 1000168000
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES_KHR 1000196000
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT 1000237000
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PRIORITY_FEATURES_EXT 1000238000
#define VK_STRUCTURE_TYPE_MEMORY_PRIORITY_ALLOCATE_INFO_EXT 1000238001
#define VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO 1000244001
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES 1000257000
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES 1000413001

#define VK_QUEUE_GRAPHICS_BIT 0x1
#define VK_QUEUE_COMPUTE_BIT 0x2
#define VK_SHARING_MODE_EXCLUSIVE 0
#define VK_SHARING_MODE_CONCURRENT 1
#define VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT 0x2
#define VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT 0x100
#define VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT 0x1000
#define VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT 0x2
#define VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT 0x4

typedef int32_t VkResult;
typedef uint32_t VkStructureType, VkFlags, VkBool32;
typedef uint64_t VkDeviceSize, VkDeviceAddress;
typedef uint64_t VkDeviceMemory, VkBuffer, VkImage, VkDebugUtilsMessengerEXT;
typedef struct VkInstance_T *VkInstance;
typedef struct VkPhysicalDevice_T *VkPhysicalDevice;
typedef struct VkDevice_T *VkDevice;
typedef void (*PFN_vkVoidFunction)(void);

// Instance and device.

typedef struct {
	VkStructureType sType;
	const void *pNext;
	const char *pApplicationName;
	uint32_t applicationVersion;
	const char *pEngineName;
	uint32_t engineVersion;
	uint32_t apiVersion;
} VkApplicationInfo;

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkFlags flags;
	const VkApplicationInfo *pApplicationInfo;
	uint32_t enabledLayerCount;
	const char *const *ppEnabledLayerNames;
	uint32_t enabledExtensionCount;
	const char *const *ppEnabledExtensionNames;
} VkInstanceCreateInfo;

typedef struct {
	char extensionName[256];
	uint32_t specVersion;
} VkExtensionProperties;

typedef struct {
	uint32_t width;
	uint32_t height;
	uint32_t depth;
} VkExtent3D;

typedef struct {
	VkFlags queueFlags;
	uint32_t queueCount;
	uint32_t timestampValidBits;
	VkExtent3D minImageTransferGranularity;
} VkQueueFamilyProperties;

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkFlags flags;
	uint32_t queueFamilyIndex;
	uint32_t queueCount;
	const float *pQueuePriorities;
} VkDeviceQueueCreateInfo;

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkFlags flags;
	uint32_t queueCreateInfoCount;
	const VkDeviceQueueCreateInfo *pQueueCreateInfos;
	uint32_t enabledLayerCount;
	const char *const *ppEnabledLayerNames;
	uint32_t enabledExtensionCount;
	const char *const *ppEnabledExtensionNames;
	const void *pEnabledFeatures;
} VkDeviceCreateInfo;

// features, and properties below, stand for larger structs that nothing here
// reads: room for any of them.
typedef struct {
	VkStructureType sType;
	void *pNext;
	VkBool32 features[64];
} VkPhysicalDeviceFeatures2;

typedef struct {
	VkStructureType sType;
	void *pNext;
	VkBool32 memoryPriority;
} VkPhysicalDeviceMemoryPriorityFeaturesEXT;

typedef struct {
	VkStructureType sType;
	void *pNext;
	VkBool32 bufferDeviceAddress;
	VkBool32 bufferDeviceAddressCaptureReplay;
	VkBool32 bufferDeviceAddressMultiDevice;
} VkPhysicalDeviceBufferDeviceAddressFeatures;

// Properties.

typedef struct {
	VkStructureType sType;
	void *pNext;
	uint64_t properties[128];
} VkPhysicalDeviceProperties2;

typedef struct {
	VkStructureType sType;
	void *pNext;
	uint32_t driverID;
	char driverName[256];
	char driverInfo[256];
	uint8_t conformanceVersion[4];
} VkPhysicalDeviceDriverPropertiesKHR;

typedef struct {
	VkStructureType sType;
	void *pNext;
	uint32_t maxPerSetDescriptors;
	VkDeviceSize maxMemoryAllocationSize;
} VkPhysicalDeviceMaintenance3Properties;

typedef struct {
	VkStructureType sType;
	void *pNext;
	VkDeviceSize maxBufferSize;
} VkPhysicalDeviceMaintenance4Properties;

typedef struct {
	VkFlags propertyFlags;
	uint32_t heapIndex;
} VkMemoryType;

typedef struct {
	VkDeviceSize size;
	VkFlags flags;
} VkMemoryHeap;

typedef struct {
	uint32_t memoryTypeCount;
	VkMemoryType memoryTypes[32];
	uint32_t memoryHeapCount;
	VkMemoryHeap memoryHeaps[16];
} VkPhysicalDeviceMemoryProperties;

typedef struct {
	VkStructureType sType;
	void *pNext;
	VkPhysicalDeviceMemoryProperties memoryProperties;
} VkPhysicalDeviceMemoryProperties2;

typedef struct {
	VkStructureType sType;
	void *pNext;
	VkDeviceSize heapBudget[16];
	VkDeviceSize heapUsage[16];
} VkPhysicalDeviceMemoryBudgetPropertiesEXT;

// Memory.

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkDeviceSize allocationSize;
	uint32_t memoryTypeIndex;
} VkMemoryAllocateInfo;

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkImage image;
	VkBuffer buffer;
} VkMemoryDedicatedAllocateInfo;

typedef struct {
	VkStructureType sType;
	const void *pNext;
	float priority;
} VkMemoryPriorityAllocateInfoEXT;

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkFlags flags;
	uint32_t deviceMask;
} VkMemoryAllocateFlagsInfo;

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkDeviceMemory memory;
	VkDeviceSize offset;
	VkDeviceSize size;
} VkMappedMemoryRange;

// Resources.

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkFlags flags;
	VkDeviceSize size;
	VkFlags usage;
	uint32_t sharingMode;
	uint32_t queueFamilyIndexCount;
	const uint32_t *pQueueFamilyIndices;
} VkBufferCreateInfo;

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkFlags flags;
	uint32_t imageType;
	uint32_t format;
	VkExtent3D extent;
	uint32_t mipLevels;
	uint32_t arrayLayers;
	uint32_t samples;
	uint32_t tiling;
	VkFlags usage;
	uint32_t sharingMode;
	uint32_t queueFamilyIndexCount;
	const uint32_t *pQueueFamilyIndices;
	uint32_t initialLayout;
} VkImageCreateInfo;

typedef struct {
	VkDeviceSize size;
	VkDeviceSize alignment;
	uint32_t memoryTypeBits;
} VkMemoryRequirements;

typedef struct {
	VkStructureType sType;
	void *pNext;
	VkMemoryRequirements memoryRequirements;
} VkMemoryRequirements2;

typedef struct {
	VkStructureType sType;
	void *pNext;
	VkBool32 prefersDedicatedAllocation;
	VkBool32 requiresDedicatedAllocation;
} VkMemoryDedicatedRequirements;

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkBuffer buffer;
} VkBufferMemoryRequirementsInfo2;

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkImage image;
} VkImageMemoryRequirementsInfo2;

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkBuffer buffer;
} VkBufferDeviceAddressInfo;

// Messages. Of the data of a message, only the beginning.

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkFlags flags;
	const char *pMessageIdName;
	int32_t messageIdNumber;
	const char *pMessage;
} VkDebugUtilsMessengerCallbackDataEXT;

typedef VkBool32 (*PFN_vkDebugUtilsMessengerCallbackEXT)(uint32_t severity, VkFlags types,
	const VkDebugUtilsMessengerCallbackDataEXT *data, void *user);

typedef struct {
	VkStructureType sType;
	const void *pNext;
	VkFlags flags;
	VkFlags messageSeverity;
	VkFlags messageType;
	PFN_vkDebugUtilsMessengerCallbackEXT pfnUserCallback;
	void *pUserData;
} VkDebugUtilsMessengerCreateInfoEXT;

// Functions. Host allocation callbacks are always NULL here.

typedef PFN_vkVoidFunction (*PFN_vkGetInstanceProcAddr)(VkInstance, const char *);
typedef PFN_vkVoidFunction (*PFN_vkGetDeviceProcAddr)(VkDevice, const char *);
typedef VkResult (*PFN_vkEnumerateInstanceVersion)(uint32_t *);
typedef VkResult (*PFN_vkCreateInstance)(const VkInstanceCreateInfo *, const void *, VkInstance *);
typedef void (*PFN_vkDestroyInstance)(VkInstance, const void *);
typedef VkResult (*PFN_vkCreateDebugUtilsMessengerEXT)(VkInstance, const VkDebugUtilsMessengerCreateInfoEXT *, const void *, VkDebugUtilsMessengerEXT *);
typedef void (*PFN_vkDestroyDebugUtilsMessengerEXT)(VkInstance, VkDebugUtilsMessengerEXT, const void *);
typedef VkResult (*PFN_vkEnumerateDeviceExtensionProperties)(VkPhysicalDevice, const char *, uint32_t *, VkExtensionProperties *);
typedef void (*PFN_vkGetPhysicalDeviceQueueFamilyProperties)(VkPhysicalDevice, uint32_t *, VkQueueFamilyProperties *);
typedef VkResult (*PFN_vkCreateDevice)(VkPhysicalDevice, const VkDeviceCreateInfo *, const void *, VkDevice *);
typedef void (*PFN_vkGetPhysicalDeviceFeatures2)(VkPhysicalDevice, VkPhysicalDeviceFeatures2 *);
typedef void (*PFN_vkGetPhysicalDeviceProperties2)(VkPhysicalDevice, VkPhysicalDeviceProperties2 *);
typedef void (*PFN_vkGetPhysicalDeviceMemoryProperties)(VkPhysicalDevice, VkPhysicalDeviceMemoryProperties *);
typedef void (*PFN_vkGetPhysicalDeviceMemoryProperties2)(VkPhysicalDevice, VkPhysicalDeviceMemoryProperties2 *);
typedef VkResult (*PFN_vkAllocateMemory)(VkDevice, const VkMemoryAllocateInfo *, const void *, VkDeviceMemory *);
typedef void (*PFN_vkFreeMemory)(VkDevice, VkDeviceMemory, const void *);
typedef VkResult (*PFN_vkMapMemory)(VkDevice, VkDeviceMemory, VkDeviceSize, VkDeviceSize, VkFlags, void **);
typedef void (*PFN_vkUnmapMemory)(VkDevice, VkDeviceMemory);
typedef VkResult (*PFN_vkFlushMappedMemoryRanges)(VkDevice, uint32_t, const VkMappedMemoryRange *);
typedef VkResult (*PFN_vkInvalidateMappedMemoryRanges)(VkDevice, uint32_t, const VkMappedMemoryRange *);
typedef VkResult (*PFN_vkCreateBuffer)(VkDevice, const VkBufferCreateInfo *, const void *, VkBuffer *);
typedef void (*PFN_vkDestroyBuffer)(VkDevice, VkBuffer, const void *);
typedef void (*PFN_vkGetBufferMemoryRequirements)(VkDevice, VkBuffer, VkMemoryRequirements *);
typedef void (*PFN_vkGetBufferMemoryRequirements2)(VkDevice, const VkBufferMemoryRequirementsInfo2 *, VkMemoryRequirements2 *);
typedef VkResult (*PFN_vkBindBufferMemory)(VkDevice, VkBuffer, VkDeviceMemory, VkDeviceSize);
typedef VkDeviceAddress (*PFN_vkGetBufferDeviceAddress)(VkDevice, const VkBufferDeviceAddressInfo *);
typedef VkResult (*PFN_vkCreateImage)(VkDevice, const VkImageCreateInfo *, const void *, VkImage *);
typedef void (*PFN_vkDestroyImage)(VkDevice, VkImage, const void *);
typedef void (*PFN_vkGetImageMemoryRequirements)(VkDevice, VkImage, VkMemoryRequirements *);
typedef void (*PFN_vkGetImageMemoryRequirements2)(VkDevice, const VkImageMemoryRequirementsInfo2 *, VkMemoryRequirements2 *);
typedef VkResult (*PFN_vkBindImageMemory)(VkDevice, VkImage, VkDeviceMemory, VkDeviceSize);

#endif
