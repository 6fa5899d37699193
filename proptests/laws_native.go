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
	if in.fake == nil {
		return nil
	}
	for _, a := range in.live {
		memory, typ, f := in.Memory(a.handle)
		wantMemory, wantType, _ := in.model.memory(a.handle)
		if f.failed() || memory != wantMemory || typ != wantType {
			return fmt.Errorf("%s: memory %d of type %d (%v) instead of memory %d of type %d",
				describe(a.handle), memory, typ, f, wantMemory, wantType)
		}
	}
	return nil
}

func checkConservedNative(in *interpreter) error {
	if in.fake == nil {
		return nil
	}
	var bytes uint64
	var own [vkrt.MaxHeaps]uint64
	live := in.fake.Live()
	types := in.fake.Device().Types()
	for _, m := range live {
		bytes += m.Size
		own[types[m.Type].Heap] += m.Size
	}
	buffers := in.fake.Resources()
	if in.model.Memory.Buffers != (len(buffers) > 0) && len(live) > 0 || len(buffers) > 0 && len(buffers) != len(live) {
		return fmt.Errorf("%d buffers in %d native allocations", len(buffers), len(live))
	}
	if reserved := Sum(in.now.usage).BytesReserved; reserved != bytes {
		return fmt.Errorf("%d bytes reserved in %v", reserved, live)
	}
	return checkAccount(in, uint64(len(live)), own)
}

// checkAccount holds the device's account to what is alive.
func checkAccount(in *interpreter, count uint64, own [vkrt.MaxHeaps]uint64) error {
	device := in.fake.Device()
	if got := device.AllocationCount(); got != count {
		return fmt.Errorf("the device counts %d native allocations instead of %d", got, count)
	}
	for heap := range device.Heaps() {
		if got, want := device.OwnBytes(uint32(heap)), own[heap]; got != want {
			return fmt.Errorf("the device counts %d bytes of heap %d instead of %d", got, heap, want)
		}
	}
	return nil
}

// checkReturned says whether all native memory was returned, by the calls that
// there should have been.
func checkReturned(in *interpreter) error {
	if in.fake == nil {
		return nil
	}
	in.listen()
	if err := checkNative(in); err != nil {
		return err
	}
	if live := in.fake.Live(); len(live) > 0 {
		return fmt.Errorf("native memory is left: %v", live)
	}
	return checkAccount(in, 0, [vkrt.MaxHeaps]uint64{})
}
