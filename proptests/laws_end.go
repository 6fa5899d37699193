package proptests

import (
	"errors"
	"fmt"
	"slices"

	"github.com/allocgen/allocgen/runtime/trace"
)

func checkOccupied(in *interpreter) error {
	if len(in.live) > 0 {
		if got, want := in.Close(), in.model.close(); got != want {
			return fmt.Errorf("closing with live regions: %v instead of %v", got, want)
		}
	}
	return nil
}

// checkCoalesced frees every region. Then it asks for the whole of every block
// that regions share, once; the model says which one serves that.
func checkCoalesced(in *interpreter) error {
	if err := in.freeAll(); err != nil {
		return err
	}
	for _, b := range slices.Clone(in.model.blocks) {
		if b == nil || b.part.pool.policy == nil || b.room <= b.part.pool.Margin {
			continue
		}
		whole := trace.Op{Kind: trace.Alloc, Size: b.room - b.part.pool.Margin, Align: 1, Flags: in.model.Flags & NeverAllocate}
		if b.part.pool.Contents == images {
			whole.Flags |= Optimal
		}
		if _, err := in.act(whole); err != nil {
			return err
		}
		if err := errors.Join(checkErrors(in), checkPolicy(in)); err != nil {
			return err
		}
		if err := in.freeAll(); err != nil {
			return err
		}
	}
	return nil
}

// freeAll frees every region.
func (in *interpreter) freeAll() error {
	for len(in.live) > 0 {
		if _, err := in.act(trace.Op{Kind: trace.FreeLive}); err != nil {
			return err
		}
	}
	return nil
}

func checkLeakFree(in *interpreter) error {
	if err := in.freeAll(); err != nil {
		return err
	}
	if in.device != nil && in.count%2 == 1 {
		return nil // this one leaves what is idle to Close
	}
	if _, err := in.act(trace.Op{Kind: trace.Reclaim}); err != nil {
		return err
	}
	for i, u := range in.now.usage {
		stay := Usage{BytesReserved: u.BytesReserved, NumberBlocks: in.model.pools[i].stays()}
		if stay.NumberBlocks == 0 || len(in.model.types) == 0 {
			stay = Usage{}
		}
		if u != stay {
			return fmt.Errorf("pool %s still has %+v", in.model.pools[i].Name, u)
		}
	}
	return errors.Join(checkBlocks(in), checkConservedNative(in))
}

func checkClosed(in *interpreter) error {
	if got, want := in.Close(), in.model.close(); got != want {
		return fmt.Errorf("closing with nothing live: %v instead of %v", got, want)
	}
	if err := checkReturned(in); err != nil {
		return err
	}
	if err := checkRefusals(in); err != nil {
		return err
	}
	return checkReturned(in)
}

// checkRefusals makes every call on a closed instance.
func checkRefusals(in *interpreter) error {
	var got, want [9]Failure
	_, got[0] = in.Alloc(1, 1, 0)
	_, _, want[0] = in.model.alloc(1, 1, 0)
	_, got[1] = in.Alloc(0, 0, 0)
	_, _, want[1] = in.model.alloc(0, 0, 0)
	got[2], want[2] = in.Free(0), in.model.free(0)
	_, got[3] = in.Locate(in.model.owner)
	_, want[3] = in.model.find(in.model.owner)
	_, got[4] = in.Reclaim()
	_, want[4] = in.model.reclaim()
	got[5], want[5] = in.Clear(), in.model.clear()
	got[6], want[6] = in.Close(), in.model.close()
	_, got[7] = in.Usage()
	_, got[8] = in.Peaks()
	want[7], want[8] = Failure{Condition: closed}, Failure{Condition: closed}
	for i, call := range [...]string{"Alloc", "Alloc of 0 bytes", "Free", "Locate", "Reclaim", "Clear", "Close", "Usage", "Peaks"} {
		if got[i] != want[i] {
			return fmt.Errorf("%s after Close: %v instead of %v", call, got[i], want[i])
		}
	}
	if in.device != nil {
		if _, _, got := in.Memory(in.model.owner); got != (Failure{Condition: closed}) {
			return fmt.Errorf("Memory after Close: %v", got)
		}
	}
	if size := in.BlockSize(0); size != 0 {
		return fmt.Errorf("block 0 has %d bytes after Close", size)
	}
	return nil
}
