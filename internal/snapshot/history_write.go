package snapshot

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// Write writes the history as text, in the form that ReadHistory reads. It
// does not check that the events make sense.
func (h *History) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, historyHead)
	for _, p := range h.Pools {
		fmt.Fprintf(out, "p %d %s\n", p.MemoryType, strconv.Quote(p.Name))
	}
	var line []byte
	op := ^uint64(0)
	for _, e := range h.Events {
		line = line[:0]
		if e.Op != op {
			op = e.Op
			line = append(strconv.AppendUint(append(line, "@ "...), op, 10), '\n')
		}
		out.Write(append(e.append(line), '\n'))
	}
	return out.Flush()
}

// append appends the event's line.
func (e *Event) append(line []byte) []byte {
	numbers := func(sign byte, list ...uint64) {
		line = append(line, sign)
		for _, n := range list {
			line = strconv.AppendUint(append(line, ' '), n, 10)
		}
	}
	switch e.Kind {
	case BlockMade:
		numbers('+', uint64(e.Pool), e.Block, e.Size)
	case BlockReturned:
		numbers('-', uint64(e.Pool), e.Block)
	case RegionPlaced:
		numbers('a', e.ID, uint64(e.Pool), e.Block, e.Offset, e.Size)
		if e.Name != "" {
			line = strconv.AppendQuote(append(line, ' '), e.Name)
		}
	case RegionFreed:
		numbers('f', e.ID)
	case Refused:
		numbers('!', e.Size)
	}
	return line
}
