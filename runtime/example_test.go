package vkrt_test

import (
	"fmt"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

func Example() {
	profile, err := vkrt.ReadProfile("small.json", []byte(`{
  "name": "small device",
  "device_type": "integrated_gpu",
  "heaps": [{"size": 1048576, "flags": ["device_local"]}],
  "types": [
    {"heap": 0, "flags": ["device_local"]},
    {"heap": 0, "flags": ["device_local", "host_visible", "host_coherent"]}
  ]
}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("broken rules:", profile.Verify())

	d := fake.New(profile, fake.Options{}).Device()
	typ := vkrt.Choose(d.Types(), ^uint32(0), vkrt.HostVisible, vkrt.HostCoherent, 0).At(0)
	m, outcome := d.Allocate(786432, typ)
	fmt.Println("type", typ, outcome)
	_, outcome = d.Allocate(262145, typ)
	fmt.Println(outcome, outcome.Result(), "recoverable:", outcome.Recoverable())
	fmt.Println(d.AllocationCount(), "allocation,", d.OwnBytes(0), "bytes, headroom", d.Headroom(0))
	d.Free(m, 786432, typ)
	// Output:
	// broken rules: []
	// type 1 ok
	// heap_full VK_ERROR_OUT_OF_DEVICE_MEMORY recoverable: true
	// 1 allocation, 786432 bytes, headroom 52428
}
