package gpublocks

import (
	"fmt"
	"testing"

	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/profiles"
)

// TestReportReads: what a person sees of regions in a block, at its top and in
// memory of their own.
func TestReportReads(t *testing.T) {
	profile, _ := profiles.ByName("nvidia_rtx_3090_linux")
	device := fake.New(profile, fake.Options{Forget: true})
	a, failure := New(device.Device())
	if failure.Failed() {
		t.Fatal(failure)
	}
	below, _ := a.Stacks.Alloc(1000, 1)
	above, _ := a.Stacks.AllocWith(500, 1, Upper)
	own, _ := a.Automatic.AllocWith(3000, 1, Dedicated)
	inType, _ := a.Stacks.MemoryType(below)
	ownType, _ := a.Automatic.MemoryType(own)
	want := "gpublocks: regions still live: 3, of 4.39 KiB (4500 bytes)\n" +
		fmt.Sprintf("  2.92 KiB (3000 bytes) in automatic/pool, block 0, offset 0, memory type %d, handle %#x\n", ownType, own.automatic) +
		fmt.Sprintf("  1000 bytes in stacks/pool, block 0, offset 0, memory type %d, handle %#x\n", inType, below.stacks) +
		fmt.Sprintf("  500 bytes in stacks/pool, block 0, offset 64512, memory type %d, handle %#x\n", inType, above.stacks)
	if got, failure := a.AppendLeaks(nil); failure.Failed() || string(got) != want {
		t.Errorf("%s got\n%swant\n%s", failure, got, want)
	}
	if failure := a.Close(); failure.Code() != LiveAllocations || failure.Count() != 3 {
		t.Error(failure)
	}
}
