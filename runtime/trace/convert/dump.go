package convert

import (
	"bytes"
	"fmt"

	"github.com/allocgen/allocgen/internal/snapshot"
	"github.com/allocgen/allocgen/runtime/trace"
)

// readDump converts a dump: its regions are allocated pool by pool and block by
// block, in the order of their offsets, and stay. Images of optimal tiling are
// asked for as such.
func readDump(src []byte) (*trace.Trace, error) {
	s, err := snapshot.Read(bytes.NewReader(src))
	if err != nil {
		return nil, fmt.Errorf("line %w", err)
	}
	t := &trace.Trace{Meta: []trace.Meta{note("a dump of Vulkan Memory Allocator: what was live, in the order of addresses; alignment 1")}}
	for _, p := range s.Pools {
		for _, b := range p.Blocks {
			for _, r := range b.Regions {
				op := trace.Op{Kind: trace.Alloc, ID: uint64(len(t.Ops)), Size: r.Size, Align: 1}
				if r.Kind == "IMAGE_OPTIMAL" {
					op.Flags = trace.Optimal
				}
				t.Ops = append(t.Ops, op)
			}
		}
	}
	return t, nil
}
