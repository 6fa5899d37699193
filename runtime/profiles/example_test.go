package profiles_test

import (
	"fmt"

	"github.com/allocgen/allocgen/runtime/profiles"
)

func Example() {
	h200, ok := profiles.ByName("nvidia_h200")
	fmt.Println(h200.Name, ok)
	for i, t := range h200.Types {
		fmt.Println(i, "heap", t.Heap, t.Flags)
	}
	// Output:
	// NVIDIA H200 true
	// 0 heap 1 none
	// 1 heap 0 device_local
	// 2 heap 1 host_visible|host_coherent
	// 3 heap 1 host_visible|host_coherent|host_cached
	// 4 heap 0 device_local|host_visible|host_coherent
}

func ExampleAll() {
	for name, p := range profiles.All() {
		if p.Limits.MaxMemoryAllocationCount == 4096 && p.DeviceType.String() == "discrete_gpu" {
			fmt.Println(name)
		}
	}
	// Output:
	// amd_rx_6600_windows
	// amd_rx_6600_xt_rebar
	// nvidia_gtx_1650_windows
	// nvidia_gtx_660m_windows
}
