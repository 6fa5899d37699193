package proptests

import (
	"errors"
	"fmt"

	"github.com/allocgen/allocgen/runtime/trace"
)

func checkLeakFree(in *interpreter) error {
	if len(in.live) > 0 {
		if got, want := in.Close(), in.model.close(); got != want {
			return fmt.Errorf("closing with live regions: %v instead of %v", got, want)
		}
	}
	for len(in.live) > 0 {
		in.step = step{op: trace.Op{Kind: trace.FreeLive}}
		in.perform(in.step.op)
		if err := in.observe(); err != nil {
			return err
		}
		if err := in.check(everyOp); err != nil {
			return err
		}
	}
	in.step = step{op: trace.Op{Kind: trace.Reclaim}}
	in.perform(in.step.op)
	if err := in.observe(); err != nil {
		return err
	}
	for i, u := range in.now.usage {
		if u != (Usage{}) {
			return fmt.Errorf("pool %s still has %+v", in.model.pools[i].Name, u)
		}
	}
	return errors.Join(in.check(everyOp), checkBlocks(in))
}

func checkClosed(in *interpreter) error {
	if got, want := in.Close(), in.model.close(); got != want {
		return fmt.Errorf("closing with nothing live: %v instead of %v", got, want)
	}
	var fs [9]Failure
	_, fs[0] = in.Alloc(1, 1)
	_, fs[1] = in.Alloc(0, 0)
	fs[2] = in.Free(0)
	_, fs[3] = in.Locate(in.model.owner)
	_, fs[4] = in.Reclaim()
	fs[5] = in.Clear()
	_, fs[6] = in.Usage()
	_, fs[7] = in.Peaks()
	fs[8] = in.Close()
	for i, f := range fs {
		if want := (Failure{Condition: closed}); f != want {
			call := [...]string{"Alloc", "Alloc of 0 bytes", "Free", "Locate", "Reclaim", "Clear", "Usage", "Peaks", "Close"}[i]
			return fmt.Errorf("%s after Close: %v instead of %v", call, f, want)
		}
	}
	if size := in.BlockSize(0); size != 0 {
		return fmt.Errorf("block 0 has %d bytes after Close", size)
	}
	return nil
}
