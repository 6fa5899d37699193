package fake_test

import (
	"fmt"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/profiles"
)

func Example() {
	profile, _ := profiles.ByName("nvidia_h200")
	f := fake.New(profile, fake.Options{})
	f.FailNth(fake.Allocate, 2, vkrt.ErrorDeviceLost)

	d := f.Device()
	for range 3 {
		_, outcome := d.Allocate(65536, 1)
		fmt.Println(outcome, outcome.Recoverable())
	}
	d.Free(1, 65536, 1)
	for _, call := range f.Calls() {
		fmt.Println(call)
	}
	fmt.Println(f.Live())
	// Output:
	// ok false
	// native VK_ERROR_DEVICE_LOST false
	// ok false
	// allocate 65536 of type 1: memory 1
	// allocate 65536 of type 1: VK_ERROR_DEVICE_LOST
	// allocate 65536 of type 1: memory 2
	// free memory 1
	// [{2 65536 1 {0 0} false}]
}
