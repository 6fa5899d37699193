package vk

// #cgo linux LDFLAGS: -ldl
// #include <stdlib.h>
// #include "setup.h"
import "C"

import (
	"strings"
	"sync"
	"unsafe"

	vulkan "github.com/vulkan-go/vulkan"
)

// libraries are the names of the Vulkan loader, the best first: the second
// comes with development packages only.
var libraries = []string{"libvulkan.so.1", "libvulkan.so"}

// loader guards the initialisation of vulkan-go, whose function table is one
// for the whole process.
var loader struct {
	sync.Mutex
	get C.PFN_vkGetInstanceProcAddr // nil: not loaded
}

// Load finds the Vulkan loader and initialises vulkan-go with it, unless the
// program has done that in another way: then its loader stays. Adopt, Open and
// Profile call it. The error is a *MissingError for Loader; a later call tries
// again.
func Load() error {
	loader.Lock()
	defer loader.Unlock()
	return load()
}

// load is Load. The caller holds the lock.
func load() error {
	if loader.get != nil {
		return nil
	}
	if get := C.ag_program_loader(); get != nil {
		loader.get = get
		return nil
	}
	get, err := find(libraries)
	if err != nil {
		return err
	}
	vulkan.SetGetInstanceProcAddr(unsafe.Pointer(get))
	if err := vulkan.Init(); err != nil {
		return &MissingError{What: Loader, Cause: err.Error()}
	}
	loader.get = get
	return nil
}

// find returns vkGetInstanceProcAddr of the first library that has it.
func find(names []string) (C.PFN_vkGetInstanceProcAddr, error) {
	var causes []string
	for _, name := range names {
		get, cause := openLibrary(name)
		if get != nil {
			return get, nil
		}
		causes = append(causes, cause)
	}
	return nil, &MissingError{What: Loader, Name: names[0], Cause: strings.Join(causes, "; ")}
}

// openLibrary returns the function of a library through which all others are
// found, or why there is none.
func openLibrary(name string) (get C.PFN_vkGetInstanceProcAddr, cause string) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	library := C.ag_open_library(text)
	return library.get, C.GoString(&library.error[0])
}

// loadInstance loads and makes the functions of an instance known to vulkan-go.
func loadInstance(instance vulkan.Instance) (C.PFN_vkGetInstanceProcAddr, error) {
	loader.Lock()
	defer loader.Unlock()
	if err := load(); err != nil {
		return nil, err
	}
	if err := vulkan.InitInstance(instance); err != nil {
		return nil, &MissingError{What: Loader, Cause: err.Error()}
	}
	return loader.get, nil
}
