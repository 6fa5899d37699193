package vblock_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/allocgen/allocgen/generated/vblock"
	"github.com/allocgen/allocgen/runtime/trace"
)

// recorded returns the carried recordings and, where there are any, those
// beside the project.
func recorded(t *testing.T) (paths []string) {
	t.Helper()
	for _, directory := range []string{"../../runtime/trace/testdata", "../../../shared/traces"} {
		found, err := filepath.Glob(filepath.Join(directory, "*.trace"))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	return paths
}

// One block of 16 GiB serves every recording to the end, under each strategy.
func TestRecordingsFit(t *testing.T) {
	for _, path := range recorded(t) {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		recording, err := trace.Read(file)
		file.Close()
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, s := range strategies {
			replay(t, path+" "+s.name, recording.Ops, s.flags)
		}
	}
}

// replay has the arena heap live through a recording. What it holds afterwards
// is what was not freed.
func replay(t *testing.T, name string, ops []trace.Op, flags vblock.Flags) {
	t.Helper()
	a := open(t, 1)
	live, sizes := map[uint64]vblock.HeapHandle{}, map[uint64]uint64{}
	var inUse uint64
	for n, op := range ops {
		switch op.Kind {
		case trace.Alloc:
			h, failure := a.Heap.AllocWith(op.Size, op.Align, flags)
			if failure.Failed() {
				t.Fatalf("%s: operation %d: %v", name, n, failure)
			}
			live[op.ID], sizes[op.ID] = h, op.Size
			inUse += op.Size
		case trace.Free:
			if failure := a.Heap.Free(live[op.ID]); failure.Failed() {
				t.Fatalf("%s: operation %d: %v", name, n, failure)
			}
			inUse -= sizes[op.ID]
			delete(live, op.ID)
		}
	}
	stats := served[vblock.HeapStats](t)(a.Heap.Stats())
	if stats.Total.BytesInUse != inUse || stats.Total.NumberAllocs != uint64(len(live)) {
		t.Errorf("%s: %+v, and %d regions of %d bytes are left", name, stats.Total, len(live), inUse)
	}
}
