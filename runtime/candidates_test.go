package vkrt_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/profiles"
)

func list(c vkrt.Candidates) (order []uint32) {
	for i := range c.Len() {
		order = append(order, c.At(i))
	}
	return order
}

// TestUsagesOnRealDevices: what four usages get on every device, best first.
func TestUsagesOnRealDevices(t *testing.T) {
	const (
		local    = vkrt.DeviceLocal
		visible  = vkrt.HostVisible
		coherent = vkrt.HostCoherent
		cached   = vkrt.HostCached
	)
	var got strings.Builder
	for name, p := range profiles.All() {
		choose := func(require, prefer, avoid vkrt.MemoryFlags) []uint32 {
			return list(vkrt.Choose(p.Types, ^uint32(0), require, prefer, avoid))
		}
		fmt.Fprintln(&got, name,
			choose(local, 0, visible),               // device
			choose(visible|coherent, local, cached), // upload
			choose(visible, cached, local),          // readback
			choose(local|visible, coherent, 0))      // unified
	}
	if got.String() != usages {
		t.Errorf("got\n%s", &got)
	}
}

const usages = `amd_radeon_graphics_windows [0 8 2 10] [2 10 1 9 3 11] [3 11 1 9 2 10] [2 10]
amd_rx_470_linux [0 1 3 4] [3 4 2 5 6] [5 6 2 3 4] [3 4]
amd_rx_6600_windows [0 2] [2 1 3] [3 1 2] [2]
amd_rx_6600_xt_rebar [0 2] [2 1 3] [3 1 2] [2]
amd_vega_8_linux [0 2] [2 1 3] [3 1 2] [2]
apple_m1 [0 1 2] [1] [1 2] [1 2]
apple_m3_max [0 1] [1] [1] [1]
broadcom_v3d_7_1 [0] [0] [0] [0]
google_swiftshader [0] [0] [0] [0]
intel_alder_lake_linux [0 1 2] [1 2] [2 1] [1 2]
intel_hd_5500_linux [0] [0] [0] [0]
intel_tiger_lake_linux [0] [0] [0] [0]
intel_uhd_620_linux [0 1] [0 1] [0 1] [0 1]
intel_uhd_630_windows [2 0 1] [0 1] [1 0] [0 1]
mesa_lavapipe_20_3 [0] [0] [0] [0]
mesa_lavapipe_22_2 [0] [0] [0] [0]
mesa_lavapipe_23_2 [0] [0] [0] [0]
nvidia_gtx_1650_windows [1 4] [4 2 3] [3 2 4] [4]
nvidia_gtx_660m_windows [7 8] [9 10] [10 9] []
nvidia_h200 [1 4] [4 2 3] [3 2 4] [4]
nvidia_rtx_2050_rebar [1 2 5] [5 3 4] [4 3 5] [5]
nvidia_rtx_3060_ti_linux [7 10] [10 8 9] [9 8 10] [10]
nvidia_rtx_3060_ti_windows_rebar [1 2 5] [5 3 4] [4 3 5] [5]
nvidia_rtx_3090_linux [1 2 5] [5 3 4] [4 3 5] [5]
`

// TestChooseIsItsDefinition compares Choose with the rule as it is written: a
// type that is eligible comes before all that cost more, and before those with
// a higher index that cost the same.
func TestChooseIsItsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	flags := func() vkrt.MemoryFlags { return vkrt.MemoryFlags(r.Uint32() & r.Uint32() & 0x1ff) }
	for range 20000 {
		types := make([]vkrt.Type, 1+r.IntN(vkrt.MaxTypes))
		for i := range types {
			types[i].Flags = flags()
		}
		allowed, require, prefer, avoid := r.Uint32()|r.Uint32(), flags(), flags(), flags()
		if r.IntN(2) == 0 {
			require &= types[0].Flags // often some type has them all
		}
		var want []uint32
		for cost := range 32 {
			for i, typ := range types {
				if allowed&(1<<i) != 0 && eligible(typ.Flags, require) && price(typ.Flags, prefer, avoid) == cost {
					want = append(want, uint32(i))
				}
			}
		}
		if got := list(vkrt.Choose(types, allowed, require, prefer, avoid)); !slices.Equal(got, want) {
			t.Fatalf("%v allowed %b require %v prefer %v avoid %v: got %v, want %v", types, allowed, require, prefer, avoid, got, want)
		}
	}
}

func eligible(have, require vkrt.MemoryFlags) bool {
	for _, flag := range []vkrt.MemoryFlags{
		vkrt.LazilyAllocated, vkrt.Protected, vkrt.DeviceCoherentAMD, vkrt.DeviceUncachedAMD,
	} {
		if have&flag != 0 && require&flag == 0 {
			return false
		}
	}
	return have|require == have
}

func price(have, prefer, avoid vkrt.MemoryFlags) (cost int) {
	for flag := vkrt.DeviceLocal; flag <= vkrt.RDMACapableNV; flag <<= 1 {
		if prefer&flag != 0 && have&flag == 0 {
			cost++
		}
		if avoid&flag != 0 && have&flag != 0 {
			cost++
		}
	}
	return cost
}

func TestAtBeyondTheCandidatesPanics(t *testing.T) {
	c := vkrt.Choose([]vkrt.Type{{Flags: vkrt.DeviceLocal}}, 1, 0, 0, 0)
	defer func() {
		if recover() == nil {
			t.Errorf("candidate 1 of %d is %v", c.Len(), c.At(0))
		}
	}()
	c.At(1)
}
