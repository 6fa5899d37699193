package policies_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/policies"
	vkrt "github.com/allocgen/allocgen/runtime"
)

// A line of several blocks goes on in the block that it last came to, then in
// the one that has been empty longest, and only then in a new one.
func TestLineOfBlocks(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.FixedLineHandle](t)
	var line [8]policies.FixedLineHandle
	for k := range line {
		line[k] = ok(a.FixedLine.Alloc(mib/4, 1))
		if block := served[uint32](t)(a.FixedLine.Block(line[k])); block != uint32(k/4) {
			t.Errorf("region %d is in block %d", k, block)
		}
	}
	failed[policies.FixedLineHandle](t, policies.OutOfSpace)(a.FixedLine.Alloc(mib/4, 1))
	for k := range 4 {
		a.FixedLine.Free(line[k])
	}
	h := ok(a.FixedLine.Alloc(mib/4, 1))
	if block, offset := served[uint32](t)(a.FixedLine.Block(h)), served[uint64](t)(a.FixedLine.Offset(h)); block != 0 || offset != 0 {
		t.Errorf("the region is at %d of block %d", offset, block)
	}
	called(t, device)
}

// The empty block that stays serves before a new one is made, and holes before
// the last region do not.
func TestLineTakesTheEmptyBlock(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.PooledLineHandle](t)
	var line [8]policies.PooledLineHandle
	for k := range line {
		line[k] = ok(a.PooledLine.Alloc(mib/4, 1))
	}
	called(t, device, allocated(mib, 0, 1), allocated(mib, 0, 2))
	for _, k := range []int{0, 1, 2, 3, 5} {
		a.PooledLine.Free(line[k])
	}
	for range 4 {
		h := ok(a.PooledLine.Alloc(mib/4, 1))
		if block := served[uint32](t)(a.PooledLine.Block(h)); block != 0 {
			t.Errorf("block %d, and block 0 was empty", block)
		}
	}
	called(t, device)
	ok(a.PooledLine.Alloc(mib/4, 1))
	called(t, device, allocated(mib, 0, 3))
}

// Lines shrink, grow large and end like ranges: the policy is the same.
func TestLineUnderPolicies(t *testing.T) {
	a, device := on(t, heaps(4096*mib))
	device.RefuseAbove(20*mib, vkrt.ErrorOutOfDeviceMemory)
	served[policies.AutomaticLineHandle](t)(a.AutomaticLine.Alloc(mib, 1))
	called(t, device, refused(32*mib, 0), allocated(mib, 0, 1))
	device.RefuseAbove(3*mib, vkrt.ErrorOutOfDeviceMemory)
	served[policies.AdaptiveLineHandle](t)(a.AdaptiveLine.Alloc(kib, 1))
	called(t, device, refused(8*mib, 0), refused(4*mib, 0), allocated(2*mib, 0, 2))
	h := served[policies.SeparateLineHandle](t)(a.SeparateLine.Alloc(mib, 1))
	a.SeparateLine.Free(h)
	called(t, device, allocated(mib, 0, 3), freed(3))
}
