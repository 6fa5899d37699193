package convert

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/allocgen/allocgen/internal/snapshot"
	"github.com/allocgen/allocgen/runtime/trace"
)

// readDump converts a dump: its regions are allocated pool by pool and block by
// block, in the order of their offsets, and stay. Images of optimal tiling are
// asked for as such. What has a name is labelled.
func readDump(src []byte) (*trace.Trace, error) {
	s, err := snapshot.Read(bytes.NewReader(src))
	if err != nil {
		return nil, fmt.Errorf("line %w", err)
	}
	id := uint64(0)
	t := &trace.Trace{Meta: []trace.Meta{note("a dump of Vulkan Memory Allocator: what was live, in the order of addresses; alignment 1")}}
	for _, p := range s.Pools {
		for _, b := range p.Blocks {
			for _, r := range b.Regions {
				op := trace.Op{Kind: trace.Alloc, ID: id, Size: r.Size, Align: 1}
				if r.Kind == "IMAGE_OPTIMAL" {
					op.Flags = trace.Optimal
				}
				t.Ops = append(append(t.Ops, op), label(id, nameOf(r))...)
				id++
			}
		}
	}
	return t, nil
}

// nameOf is what a dump calls a region: its name, or what its program knows it by,
// but for a pointer.
func nameOf(r snapshot.Region) string {
	digits := strings.TrimPrefix(strings.ToLower(r.Data), "0x")
	if _, err := strconv.ParseUint(digits, 16, 64); r.Name != "" || err == nil {
		return r.Name
	}
	return r.Data
}
