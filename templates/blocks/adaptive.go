package blocks

// Under adaptive a new block starts at block_size, and is halved as often as
// there is no memory for it, down to min_block_size. All are powers of two.
// Requests above half of block_size are large: they get separate storage where
// there is memory for that, and never a new block.

// firstAdaptive returns the size that the first try for a new block begins
// with, of which the heap can hold one; 0 if there is none.
func firstAdaptive(heap uint64) uint64 {
	bytes := uint64(blockSize)
	for bytes > heap && bytes >= minBlockSize {
		bytes /= 2
	}
	if bytes < minBlockSize {
		return 0
	}
	return bytes
}

// IsLarge reports whether a request of extent bytes is one for separate storage.
func IsLarge(extent uint64) bool { return extent > blockSize/2 }

// shrinkAdaptive is Shrink.
func shrinkAdaptive(g Growth, extent uint64) Growth {
	if g.Bytes/2 < max(extent, minBlockSize) {
		return Growth{}
	}
	return Growth{Bytes: g.Bytes / 2}
}
