package exclusive

import "testing"

// TestAverage follows the moving average of a pool of 64 MiB: it starts at
// half of that and moves by a hundredth of the difference, rounded down to
// 1/65536 of a byte.
func TestAverage(t *testing.T) {
	p := Pool{mean: maxAllocSize << 15}
	p.Served(0)
	if want := uint64(33218887) << 16; p.mean>>16 != want>>16 {
		t.Errorf("after a request of 0: %d bytes, want %d", p.mean>>16, want>>16)
	}
	for range 10_000 {
		p.Served(1000)
	}
	if p.mean>>16 != 1000 && p.mean>>16 != 999 {
		t.Errorf("after many requests of 1000: %d", p.mean>>16)
	}
	top := Pool{mean: 1 << 47 << 16}
	top.Served(1 << 47)
	if top.mean != 1<<47<<16 {
		t.Errorf("the average of the largest is %d", top.mean)
	}
}
