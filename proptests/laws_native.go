package proptests

import (
	"fmt"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
)

func checkNative(in *interpreter) error {
	got, want := in.step.got.native, in.step.want.native
	if !slices.Equal(got, want) {
		return fmt.Errorf("native calls\ngot  %v\nwant %v", got, want)
	}
	return nil
}

func checkFaultless(in *interpreter) error {
	if in.fake == nil {
		return nil
	}
	if faults := in.fake.Faults(); len(faults) > 0 {
		return fmt.Errorf("%v", faults)
	}
	return nil
}

func checkTyped(in *interpreter) error {
	if in.device == nil {
		return nil
	}
	of, as := map[vkrt.Memory]vkrt.Memory{}, map[vkrt.Memory]vkrt.Memory{} // a real device names its memory as it likes
	for _, a := range in.live {
		wantMemory, wantType, _ := in.model.memory(a.handle)
		if wantMemory == 0 {
			continue // to ask would be its first use
		}
		memory, typ, f := in.Memory(a.handle)
		if in.fake == nil && !f.failed() {
			one, known := of[memory]
			other, named := as[wantMemory]
			if known != named || known && (one != wantMemory || other != memory) {
				return fmt.Errorf("%s: memory %#x is that of another block, or not that of its own", describe(a.handle), memory)
			}
			of[memory], as[wantMemory] = wantMemory, memory
			memory = wantMemory
		}
		if f.failed() || memory != wantMemory || typ != wantType {
			return fmt.Errorf("%s: memory %d of type %d (%v) instead of memory %d of type %d",
				describe(a.handle), memory, typ, f, wantMemory, wantType)
		}
	}
	return nil
}

func checkConservedNative(in *interpreter) error {
	if in.device == nil {
		return nil
	}
	got := accountOf(in.device).less(in.others).less(in.siblings.held)
	mapped := Sum(in.now.usage).BytesReserved
	for _, p := range in.model.pools {
		mapped -= p.unmapped.Now
	}
	if got.bytes() != mapped {
		return fmt.Errorf("%d bytes reserved in blocks with memory, and the device counts %d", mapped, got.bytes())
	}
	if in.fake == nil {
		return checkAccount(in, in.model.device.account)
	}
	live, buffers := in.fake.Live(), len(in.fake.Resources())-in.siblings.buffers
	if own := len(live) - len(in.siblings.memory); in.model.Memory.Buffers && buffers != own || !in.model.Memory.Buffers && buffers > 0 {
		return fmt.Errorf("%d buffers in %d native allocations", buffers, own)
	}
	alive := in.others
	for _, m := range live {
		alive.count++
		alive.own[in.device.Types()[m.Type].Heap] += m.Size
	}
	return checkAccount(in, alive)
}

// checkAccount holds the device's account to what is alive.
func checkAccount(in *interpreter, alive account) error {
	if got := accountOf(in.device); got != alive {
		return fmt.Errorf("the device counts %d native allocations, and by heap %d bytes, instead of %d and %d", got.count, got.own, alive.count, alive.own)
	}
	return nil
}

// checkReturned says whether all native memory was returned, by the calls that
// there should have been.
func checkReturned(in *interpreter) error {
	if in.device == nil {
		return nil
	}
	in.listen()
	if err := checkNative(in); err != nil {
		return err
	}
	if in.fake != nil {
		if live := in.fake.Live(); len(live) > 0 {
			return fmt.Errorf("native memory is left: %v", live)
		}
	}
	return checkAccount(in, in.others)
}
