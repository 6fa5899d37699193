package proptests

import "fmt"

// checkServed makes the check of whether an instance refused a request, or made a
// block for it, that pools of a kind serve from the blocks there are.
func checkServed(kind string) func(*interpreter) error {
	return func(in *interpreter) error {
		r, got := in.step.served, &in.step.got
		if r == nil || r.pool.Kind != kind || r.block.own || !in.step.hadRoom {
			return nil
		}
		if got.failure.failed() || !in.step.existed {
			return fmt.Errorf("%v, and there is room in block %d", got.failure, r.Block)
		}
		return nil
	}
}

// checkPolicy holds a region in a pool of blocks to the block that it must be in.
func checkPolicy(in *interpreter) error {
	r, got := in.step.served, in.step.got.at
	if r == nil || r.pool.policy == nil {
		return nil
	}
	if size := in.BlockSize(got.Block); got.Block != r.Block || size != r.block.size {
		return fmt.Errorf("block %d of %d bytes instead of block %d of %d", got.Block, size, r.Block, r.block.size)
	}
	if r.block.own && got.Offset != 0 {
		return fmt.Errorf("offset %d of a block of its own", got.Offset)
	}
	return nil
}

// checkLowest holds regions with the strategy min_offset to their places.
func checkLowest(in *interpreter) error {
	if r := in.step.served; r != nil && r.pool.Kind == tlsfBlocks && in.step.got.at != r.Region {
		return fmt.Errorf("%v instead of %v", in.step.got.at, r.Region)
	}
	return nil
}

// checkDoubt makes the check of what strategies leave open.
func checkDoubt(law string) func(*interpreter) error {
	return func(in *interpreter) error {
		if doubt := in.model.doubt; doubt.law == law {
			return doubt.err
		}
		return nil
	}
}

// checkGranular looks at the neighbours of a region just placed, as the instance
// placed it.
func checkGranular(in *interpreter) error {
	r := in.step.served
	if r == nil || r.pool.Contents != mixed {
		return nil
	}
	page := in.model.granularity()
	at := in.step.got.at
	optimal := in.step.op.Flags&Optimal != 0
	for _, e := range r.block.used {
		shares := e.offset/page <= (at.Offset+r.extent-1)/page && at.Offset/page <= (e.end()-1)/page
		if at.Block == r.Block && e.optimal != optimal && shares {
			return fmt.Errorf("%v shares a page of %d bytes with %d bytes at %d", at, page, e.size, e.offset)
		}
	}
	return nil
}
