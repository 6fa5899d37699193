package vk

// #include <stdint.h>
import "C"

import (
	"runtime/cgo"
	"slices"
	"sync"
)

// messages are what the validation layer has said of an instance. It may say
// something in any call, from any thread.
type messages struct {
	sync.Mutex
	texts []string
}

//export ag_report
func ag_report(handle C.uintptr_t, text *C.char) {
	m := cgo.Handle(handle).Value().(*messages)
	m.Lock()
	defer m.Unlock()
	m.texts = append(m.texts, C.GoString(text))
}

func (m *messages) all() []string {
	m.Lock()
	defer m.Unlock()
	return slices.Clone(m.texts)
}
