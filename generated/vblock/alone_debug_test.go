//go:build allocgen_debug

package vblock

import (
	"strings"
	"testing"
)

// overlap runs f while a call is under way in the arena heap, and returns with
// what it panics.
func overlap(t *testing.T, f func(a *Allocator)) (said string) {
	t.Helper()
	a, failure := New(1<<20, 1<<20)
	if failure.Failed() {
		t.Fatal(failure)
	}
	a.Heap.alone.enter("heap")
	defer func() { said, _ = recover().(string) }()
	f(a)
	return ""
}

// TestOverlapPanics: with the build tag, whatever overlaps a call in an arena
// panics, and says in which; other arenas are left alone.
func TestOverlapPanics(t *testing.T) {
	for name, call := range map[string]func(a *Allocator){
		"Alloc":     func(a *Allocator) { a.Heap.Alloc(1, 1) },
		"AllocWith": func(a *Allocator) { a.Heap.AllocWith(1, 1, MinTime) },
		"Free":      func(a *Allocator) { a.Heap.Free(HeapHandle{}) },
		"Offset":    func(a *Allocator) { a.Heap.Offset(HeapHandle{}) },
		"Clear":     func(a *Allocator) { a.Heap.Clear() },
		"Reclaim":   func(a *Allocator) { a.Reclaim() },
		"Stats":     func(a *Allocator) { a.Stats() },
		"Leaks":     func(a *Allocator) { a.AppendLeaks(nil) },
		"Close":     func(a *Allocator) { a.Close() },
	} {
		if said := overlap(t, call); !strings.HasPrefix(said, "vblock: arena heap: ") {
			t.Errorf("%s: %q", name, said)
		}
	}
	if said := overlap(t, func(a *Allocator) { a.Span.Alloc(1, 1) }); said != "" {
		t.Errorf("a call in another arena: %q", said)
	}
}
