package vk

// #include <stdlib.h>
import "C"

import "unsafe"

// A stringList is a list of strings in C's memory.
type stringList struct {
	list  **C.char
	texts []*C.char
}

func cStrings(texts []string) stringList {
	size := C.size_t(max(len(texts), 1)) * C.size_t(unsafe.Sizeof((*C.char)(nil)))
	l := stringList{list: (**C.char)(C.malloc(size))}
	l.texts = unsafe.Slice(l.list, len(texts))
	for i, text := range texts {
		l.texts[i] = C.CString(text)
	}
	return l
}

func (l stringList) free() {
	for _, text := range l.texts {
		C.free(unsafe.Pointer(text))
	}
	C.free(unsafe.Pointer(l.list))
}
