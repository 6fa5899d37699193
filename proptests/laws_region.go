package proptests

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

func checkLocated(in *interpreter) error {
	for _, a := range in.live {
		if at, f := in.Locate(a.handle); f.failed() || at != a.at {
			return fmt.Errorf("%s: %v, %v instead of %v", describe(a.handle), f, at, a.at)
		}
	}
	return nil
}

func checkDisjoint(in *interpreter) error {
	regions := slices.Concat(in.live, in.back)
	slices.SortFunc(regions, func(a, b allocation) int {
		return cmp.Or(cmp.Compare(a.at.Block, b.at.Block), cmp.Compare(a.at.Offset, b.at.Offset))
	})
	for i := 1; i < len(regions); i++ {
		a, b := regions[i-1], regions[i]
		if a.at.Block == b.at.Block && b.at.Offset-a.at.Offset < a.extent {
			return fmt.Errorf("%v and %v", a.at, b.at)
		}
	}
	return nil
}

func checkConserved(in *interpreter) error {
	var got, want Usage
	for _, u := range in.now.usage {
		got.BytesInUse += u.BytesInUse
		got.BytesPadding += u.BytesPadding
		got.NumberAllocs += u.NumberAllocs
	}
	for _, a := range slices.Concat(in.live, in.back) {
		want.BytesInUse += a.size
		want.BytesPadding += a.extent - a.size
		want.NumberAllocs++
	}
	if got != want {
		return fmt.Errorf("all pools\ngot  %+v\nwant %+v", got, want)
	}
	return nil
}

func checkBlocks(in *interpreter) error {
	for block := range uint32(len(in.model.blocks) + 2) {
		if got, want := in.BlockSize(block), in.model.blockSize(block); got != want {
			return fmt.Errorf("block %d has %d bytes instead of %d", block, got, want)
		}
	}
	return nil
}

// checkStale tries handles that must be refused on Free and Locate.
func checkStale(in *interpreter) error {
	handles := append([]uint64{0}, in.gone...)
	if owner := in.model.owner; owner != 0 {
		const lastSlot = 1<<slotBits | (maxSlots - 1) // generation 1
		handles = append(handles, owner|lastSlot, lastSlot, owner, ^uint64(0))
	}
	if len(in.live) > 0 {
		h := in.live[len(in.live)/2].handle
		handles = append(handles, h^1<<ownerShift, h^1<<63, h+1<<slotBits, h-1<<slotBits, h^1<<(ownerShift-1), h^1<<(slotBits-1))
	}
	for _, h := range handles {
		_, want := in.model.find(h)
		if !want.failed() {
			continue // forged so well that it names a live region
		}
		_, got := in.Locate(h)
		if got != want {
			return fmt.Errorf("locating %s: %v instead of %v", describe(h), got, want)
		}
		if in.device != nil {
			if _, _, got := in.Memory(h); got != want {
				return fmt.Errorf("asking for the memory of %s: %v instead of %v", describe(h), got, want)
			}
		}
		if got := in.Free(h); got != want {
			return fmt.Errorf("freeing %s: %v instead of %v", describe(h), got, want)
		}
	}
	if err := checkStaleElsewhere(in); err != nil {
		return err
	}
	in.listen()
	if err := in.observe(); err != nil {
		return err
	}
	return errors.Join(checkUsage(in), checkPeaks(in), checkNative(in))
}

// checkStaleElsewhere asks other streams about handles of regions that have
// ended or that were never made, and of some that live.
func checkStaleElsewhere(in *interpreter) error {
	handles := slices.Clone(in.gone)
	for _, h := range in.gone {
		handles = append(handles, h+1<<slotBits) // of a vacant slot, the handle that it will issue next
	}
	for _, other := range in.Others {
		for _, h := range handles {
			_, want := in.model.find(h)
			if !want.failed() {
				continue
			}
			_, located := other.Locate(h)
			if freed := other.Free(h); freed != want || located != want {
				return fmt.Errorf("in another stream, locating %s: %v, freeing: %v, instead of %v", describe(h), located, freed, want)
			}
		}
		for _, a := range in.live[:min(len(in.live), 4)] {
			if at, f := other.Locate(a.handle); f.failed() || at != a.at {
				return fmt.Errorf("in another stream %s: %v, %v instead of %v", describe(a.handle), f, at, a.at)
			}
		}
	}
	return nil
}
