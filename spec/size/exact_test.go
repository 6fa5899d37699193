package size

import (
	"math/rand/v2"
	"testing"
)

func TestExact(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0", 1: "1", 1023: "1023", 1024: "1KiB", 1025: "1025", 1536: "1536", 3 << 20: "3MiB", 3<<20 + 1024: "3073KiB",
		1536 << 20: "1536MiB", 1 << 60: "1EiB", 15 << 60: "15EiB", 1<<64 - 1: "18446744073709551615",
	} {
		if got := Exact(n); got != want {
			t.Errorf("Exact(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestExactIsReadBack(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		n := draw.Uint64() >> draw.IntN(64) << draw.IntN(64)
		if got, err := Parse(Exact(n)); err != nil || got != n {
			t.Fatalf("Exact(%d) = %q is read as %d, %v", n, Exact(n), got, err)
		}
	}
}
