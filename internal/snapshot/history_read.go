package snapshot

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// IsHistory reports whether a file begins as a history does.
func IsHistory(src []byte) bool {
	first, _, _ := bytes.Cut(src, []byte("\n"))
	return strings.TrimRight(string(first), "\r") == historyHead
}

// ReadHistory reads a history, of which every event must be possible after those
// before it. An error is an *Error, with the line, or the reader's own.
func ReadHistory(r io.Reader) (*History, error) {
	src, err := readAll(r)
	if err != nil {
		return nil, err
	}
	if !IsHistory(src) {
		return nil, &Error{Line: 1, Message: fmt.Sprintf("want %q in the first line", historyHead)}
	}
	h := &History{}
	reading := historyReader{history: h, moment: NewMoment(h)}
	n := 0
	for line := range bytes.Lines(src) {
		n++
		if err := reading.line(strings.TrimSpace(string(line))); err != nil {
			return nil, &Error{Line: n, Message: err.Error()}
		}
	}
	return h, nil
}

// historyReader reads the lines of a history.
type historyReader struct {
	history *History
	moment  *Moment
	op      uint64
}

func (h *historyReader) line(line string) error {
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	sign, rest, _ := strings.Cut(line, " ")
	var e Event
	var pool uint64
	var err error
	switch sign {
	case "p":
		return h.pool(rest)
	case "@":
		return h.operation(rest)
	case "+":
		err = numbers("+ POOL BLOCK BYTES", rest, &pool, &e.Block, &e.Size)
	case "-":
		e.Kind = BlockReturned
		err = numbers("- POOL BLOCK", rest, &pool, &e.Block)
	case "a":
		e.Kind = RegionPlaced
		const form = "a ID POOL BLOCK OFFSET SIZE [NAME]"
		if rest, e.Name, err = name(form, rest); err == nil {
			err = numbers(form, rest, &e.ID, &pool, &e.Block, &e.Offset, &e.Size)
		}
	case "f":
		e.Kind = RegionFreed
		err = numbers("f ID", rest, &e.ID)
	case "!":
		e.Kind = Refused
		err = numbers("! BYTES", rest, &e.Size)
	default:
		err = fmt.Errorf("unknown event %.20q, want !, p, @, +, -, a or f", sign)
	}
	if err != nil {
		return err
	}
	if pool >= uint64(len(h.history.Pools)) && (e.Kind == BlockMade || e.Kind == BlockReturned || e.Kind == RegionPlaced) {
		return fmt.Errorf("there is no pool %d", pool)
	}
	e.Op, e.Pool = h.op, int(pool)
	h.history.Events = append(h.history.Events, e)
	return h.moment.apply(&e)
}

// pool reads what follows the p of a line.
func (h *historyReader) pool(rest string) error {
	const form = "p TYPE NAME"
	digits, text, err := name(form, rest)
	if err != nil {
		return err
	}
	memoryType, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 32)
	if err != nil || text == "" {
		return fmt.Errorf("%.40q, want %q", rest, form)
	}
	h.history.Pools = append(h.history.Pools, HistoryPool{text, uint32(memoryType)})
	return nil
}

// operation reads what follows the @ of a line.
func (h *historyReader) operation(rest string) error {
	var op uint64
	if err := numbers("@ OPERATION", rest, &op); err != nil {
		return err
	}
	if op < h.op {
		return fmt.Errorf("operation %d comes after %d", op, h.op)
	}
	h.op = op
	return nil
}

// name cuts a quoted name off the end of a line, if it has one.
func name(form, line string) (rest, text string, err error) {
	at := strings.IndexByte(line, '"')
	if at < 0 {
		return line, "", nil
	}
	text, err = strconv.Unquote(line[at:])
	if err != nil {
		return "", "", fmt.Errorf("%.40s is not a quoted name, want %q", line[at:], form)
	}
	return line[:at], text, nil
}

// numbers reads each word of a line into its target; form is the spelling to show
// when their numbers differ.
func numbers(form, line string, targets ...*uint64) error {
	words := strings.Fields(line)
	if len(words) != len(targets) {
		return fmt.Errorf("%d operands, want %q", len(words), form)
	}
	for i, word := range words {
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			return fmt.Errorf("%.30q is not a number from 0 to 18446744073709551615, want %q", word, form)
		}
		*targets[i] = n
	}
	return nil
}
