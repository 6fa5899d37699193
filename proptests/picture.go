package proptests

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/allocgen/allocgen/runtime/trace"
)

// pictureWidth is how many characters stand for a block, pictured how many blocks
// are shown.
const pictureWidth, pictured = 64, 8

// picture shows the blocks in which regions live before the last of some
// operations, and after it: each region as a letter, the oldest one ever as a,
// what is free as dots, and + where several regions are too small to be told
// apart. It is "" where none lives.
func (t trial) picture(ops []trace.Op) string {
	if len(ops) == 0 {
		return ""
	}
	in := newInterpreter(t, len(ops)+1)
	defer in.abandon()
	last := len(ops) - 1
	for _, op := range ops[:last] {
		in.apply(op)
	}
	before := in.blocksPictured()
	in.apply(ops[last])
	after := in.blocksPictured()
	if before == "" && after == "" {
		return ""
	}
	const nothing = "  no region lives\n"
	return fmt.Sprintf("before %s:\n%safter:\n%s", ops[last], cmp.Or(before, nothing), cmp.Or(after, nothing))
}

// blocksPictured returns a line for each of the first blocks with a live region.
func (in *interpreter) blocksPictured() (lines string) {
	defer func() {
		if p := recover(); p != nil {
			lines = fmt.Sprintf("  there is nothing to see: panic: %v\n", p)
		}
	}()
	var blocks []uint32
	for _, a := range in.live {
		blocks = append(blocks, a.at.Block)
	}
	slices.Sort(blocks)
	blocks = slices.Compact(blocks)
	var b strings.Builder
	for _, block := range blocks[:min(len(blocks), pictured)] {
		size := in.BlockSize(block)
		fmt.Fprintf(&b, "  block %d |%s| %d bytes\n", block, in.cells(block, size), size)
	}
	if more := len(blocks) - pictured; more > 0 {
		fmt.Fprintf(&b, "  and %d more blocks\n", more)
	}
	return b.String()
}

// cells returns the characters that stand for a block of a size.
func (in *interpreter) cells(block uint32, size uint64) string {
	cells := []byte(strings.Repeat(".", pictureWidth))
	for _, a := range in.live {
		if a.at.Block != block || size == 0 {
			continue
		}
		letter := byte('a' + a.serial%26)
		for k := cell(a.at.Offset, size); k <= cell(a.at.Offset+max(a.size, 1)-1, size); k++ {
			if cells[k] != '.' {
				letter = '+'
			}
			cells[k] = letter
			letter = byte('a' + a.serial%26)
		}
	}
	return string(cells)
}

// cell returns where a byte of a block of a size is shown, for one beyond its end
// the last place.
func cell(at, size uint64) int {
	return int(min(float64(at)/float64(size)*pictureWidth, pictureWidth-1))
}
