package vblock

import (
	"flag"
	"testing"

	"github.com/allocgen/allocgen/benchmarks"
)

var traces = flag.String("traces", "", "directory of recordings")

func BenchmarkTlsf(b *testing.B) {
	list, err := benchmarks.Load(*traces)
	if err != nil {
		b.Fatal(err)
	}
	for _, t := range list {
		if t.Slots > 30000 || t.Capacity > 4<<30 {
			continue
		}
		b.Run(t.Name, func(b *testing.B) {
			handles := make([]QuickHandle, t.Slots)
			var a *Allocator
			benchmarks.Replay(b, &t, func() { a, _ = New(1<<20, 1<<20) }, func(ops []benchmarks.Op) (refused int) {
				for i := range ops {
					o := &ops[i]
					if o.Slot&benchmarks.Freeing == 0 {
						h, f := a.Quick.Alloc(o.Size, uint64(o.Align))
						if f.Failed() {
							refused++
						}
						handles[o.Slot] = h
					} else {
						a.Quick.Free(handles[o.Slot&^benchmarks.Freeing])
					}
				}
				return refused
			})
		})
	}
}
