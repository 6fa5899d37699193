package snapshot

// A History is what became of blocks and regions in a run. Its text has a line
// an event, below a first line that says what it is:
//
//	# allocgen history 1
//	p 0 "host/small"        a pool of memory type 0; pools are numbered from 0
//	@ 12                    the operation that causes what follows, from 0 and ascending
//	+ 0 3 65536             pool 0 has a new block, number 3, of so many bytes
//	a 7 0 3 128 64 "mesh"   region 7 lies in pool 0, block 3, at 128, of 64 bytes; the name may be left out
//	f 7                     region 7 is no more
//	- 0 3                   pool 0 gives block 3 back, in which no region lies
//	! 4096                  a request for 4096 bytes is refused
//
// Empty lines and further ones that begin with # are passed over. Regions may
// have the number of one that is no more; names are quoted as in Go.
type History struct {
	Pools  []HistoryPool
	Events []Event
}

// A HistoryPool is a pool that events name by its index.
type HistoryPool struct {
	Name       string
	MemoryType uint32
}

// EventKind says what an event is.
type EventKind uint8

// The kinds of event, each with the fields that it uses.
const (
	BlockMade     EventKind = iota // Pool, Block, Size
	BlockReturned                  // Pool, Block
	RegionPlaced                   // ID, Pool, Block, Offset, Size, Name
	RegionFreed                    // ID
	Refused                        // Size
)

// An Event is one change, or a refusal to make one.
type Event struct {
	Kind   EventKind
	Op     uint64 // the operation that caused it; those of a history ascend
	Pool   int    // an index of Pools
	Block  uint64 // unique among the blocks of its pool
	ID     uint64 // unique among live regions
	Offset uint64 // bytes from the start of the block
	Size   uint64 // bytes, above 0 but for a request
	Name   string
}

// historyHead is the first line of a history.
const historyHead = "# allocgen history 1"
