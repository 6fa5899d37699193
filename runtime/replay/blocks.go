package replay

// blocks follows the blocks of an arena, which tells their number and bytes
// together, and the size of each by its number. After an operation the blocks
// that it most likely made or returned are looked at; all others only where the
// sums still differ. So an operation costs O(1), and O(blocks) where it returned
// others than the one it freed in.
//
//	count = blocks with a size,  bytes = Σ sizes
type blocks struct {
	measure func(block uint32) uint64 // bytes, 0 if there is no such block
	made    func(block uint32, pool int, bytes uint64)
	gone    func(block uint32)

	sizes []uint64 // by number, 0 for none
	count uint64
	bytes uint64
	total uint64 // made so far
	pool  int    // of the blocks that the operation at hand makes
}

// maxBlocks bounds the search for a block, as arenas bound their numbers.
const maxBlocks = 1 << 24

// settle brings the sizes up to what the arena holds in total.
func (b *blocks) settle(total Usage, likely ...uint32) {
	for _, block := range likely {
		b.look(block)
	}
	if b.agrees(total) {
		return
	}
	for block := range uint32(len(b.sizes)) {
		b.look(block)
	}
	for block := uint32(len(b.sizes)); !b.agrees(total) && block < maxBlocks; block++ {
		b.look(block)
	}
}

func (b *blocks) agrees(total Usage) bool {
	return b.count == total.NumberBlocks && b.bytes == total.BytesReserved
}

// look brings the size of one block up to date.
func (b *blocks) look(block uint32) {
	for uint32(len(b.sizes)) <= block {
		b.sizes = append(b.sizes, 0)
	}
	was, is := b.sizes[block], b.measure(block)
	if was == is {
		return
	}
	if was != 0 {
		b.count--
		b.gone(block)
	}
	if is != 0 {
		b.count++
		b.total++
		b.made(block, b.pool, is)
	}
	b.bytes += is - was
	b.sizes[block] = is
}
