package names

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestTableAgainstMap compares the name of every slot with a map's.
func TestTableAgainstMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var table Table
	want := map[uint32]string{}
	for step := range 2000 {
		i := r.Uint32N(1 + uint32(step)/8)
		name := strconv.Itoa(step)
		if step%3 == 0 {
			name = ""
		}
		table.Set(i, name)
		want[i] = name
		for j := range uint32(300) {
			if got := table.Of(j); got != want[j] {
				t.Fatalf("step %d: slot %d is called %q, want %q", step, j, got, want[j])
			}
		}
	}
}

// TestOnlyNamesTakeRoom: to have no name costs nothing.
func TestOnlyNamesTakeRoom(t *testing.T) {
	var table Table
	table.Set(1<<24-1, "")
	if len(table.names) != 0 {
		t.Errorf("no name, and room for %d", len(table.names))
	}
	table.Set(3, "four")
	if table.Set(2, "three"); len(table.names) != 4 {
		t.Errorf("room for %d names up to slot 3", len(table.names))
	}
	if table.Set(9, "ten"); len(table.names) != 10 {
		t.Errorf("room for %d names up to slot 9", len(table.names))
	}
}
