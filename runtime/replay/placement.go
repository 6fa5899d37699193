package replay

// What happened to a block or a region.
type What string

// The things that happen.
const (
	BlockMade    What = "made"     // Pool, Block, Bytes
	BlockGone    What = "returned" // Block
	RegionPlaced What = "placed"   // Region, Pool, Block, Offset, Bytes
	RegionFreed  What = "freed"    // Region
	RegionNamed  What = "named"    // Region, Text; 0 is no region
	Refused      What = "refused"  // Bytes, Text
)

// A Placement is one thing that happened in an operation of a recording. Which
// fields say what, its What tells.
type Placement struct {
	Op     int    `json:"op"` // index of the operation; -1 is New
	What   What   `json:"what"`
	Region int    `json:"region,omitempty"` // counts allocations, from 1
	Pool   int    `json:"pool,omitempty"`   // index
	Block  uint32 `json:"block,omitempty"`
	Offset uint64 `json:"offset,omitempty"` // bytes
	Bytes  uint64 `json:"bytes,omitempty"`
	Text   string `json:"text,omitempty"`
}

// tell passes on what happened in the operation at hand.
func (w *walk) tell(p Placement) {
	if w.placed != nil {
		p.Op = w.figures.Ops - 1
		w.placed(p)
	}
}

func (w *walk) blockMade(block uint32, pool int, bytes uint64) {
	w.tell(Placement{What: BlockMade, Pool: pool, Block: block, Bytes: bytes})
}

func (w *walk) blockGone(block uint32) { w.tell(Placement{What: BlockGone, Block: block}) }
