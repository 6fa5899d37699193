package trace_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/allocgen/allocgen/runtime/trace"
)

func Example() {
	t, err := trace.Read(strings.NewReader(`# capacity 1048576
a 7 4096 256
a 8 100 1
f 7
f @0
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+v\n", t.Summarise())
	t.Ops = append(t.Ops, trace.Op{Kind: trace.Reclaim})
	if err := t.Write(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {Ops:4 Allocs:2 Frees:2 PeakLive:4196 PeakRegions:2 Largest:4096 NeverFreed:0 Faults:0}
	// # capacity 1048576
	// a 7 4096 256
	// a 8 100 1
	// f 7
	// f @0
	// c
}
