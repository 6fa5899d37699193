package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// MaxLine bounds a line of a recording, in bytes without the newline.
const MaxLine = 4096

// Read reads a recording to its end. An error names the offending line,
// "line 12: …", or is the reader's own.
func Read(r io.Reader) (*Trace, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, MaxLine+2), MaxLine+2) // a line and its \r\n
	t := &Trace{}
	n := 0
	for lines.Scan() {
		n++
		if len(lines.Bytes()) > MaxLine {
			return nil, tooLong(n)
		}
		if err := t.readLine(lines.Text()); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, tooLong(n + 1)
	case err != nil:
		return nil, err
	}
	return t, nil
}

func tooLong(line int) error {
	return fmt.Errorf("line %d: longer than %d bytes", line, MaxLine)
}

func (t *Trace) readLine(line string) error {
	if comment, ok := strings.CutPrefix(line, "#"); ok {
		if text, ok := strings.CutPrefix(comment, " "); ok && len(t.Ops) == 0 {
			t.readMeta(strings.TrimSpace(text))
		}
		return nil
	}
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	var op Op
	var err error
	if words[0] == "l" { // whose name may have any number of words
		op, err = parseLabel(strings.TrimSpace(line))
	} else {
		op, err = parseOp(words)
	}
	if err != nil {
		return err
	}
	t.Ops = append(t.Ops, op)
	return nil
}

func (t *Trace) readMeta(text string) {
	if text == "" {
		return
	}
	m := Meta{Key: text}
	if i := strings.IndexFunc(text, unicode.IsSpace); i >= 0 {
		m.Key, m.Value = text[:i], strings.TrimSpace(text[i:])
	}
	t.Meta = append(t.Meta, m)
}

// parseOp reads one operation from the words of its line, at least one.
func parseOp(words []string) (Op, error) {
	operands := words[1:]
	switch words[0] {
	case "a":
		return parseAlloc(operands)
	case "f":
		return parseRegion(Free, FreeLive, "f ID or f @K", operands)
	case "h":
		return parseRegion(HandBack, HandBackLive, "h ID or h @K", operands)
	case "d":
		return parseDryRun(operands)
	case "u":
		return parseRegion(Use, UseLive, "u ID or u @K", operands)
	case "c":
		return Op{Kind: Reclaim}, parseNumbers("c", operands)
	case "x":
		return Op{Kind: Clear}, parseNumbers("x", operands)
	case "n":
		return parseFault(operands)
	case "o":
		op := Op{Kind: Occupy}
		return op, parseNumbers("o HEAP BYTES", operands, &op.ID, &op.Size)
	}
	return Op{}, fmt.Errorf("unknown operation %.20q, want a, f, h, l, c, x, n, o, d or u", words[0])
}

// allocForm is the spelling of an Alloc.
const allocForm = "a ID SIZE ALIGN [FLAG...]"

// parseAlloc reads an allocation from its operands.
func parseAlloc(operands []string) (Op, error) {
	op := Op{Kind: Alloc}
	const numbers = 3
	err := parseNumbers(allocForm, operands[:min(numbers, len(operands))], &op.ID, &op.Size, &op.Align)
	if err == nil {
		op.Flags, err = parseFlags(operands[numbers:])
	}
	return op, err
}

// parseDryRun reads from its operand whether a dry run begins or ends.
func parseDryRun(operands []string) (Op, error) {
	const form = "d ON"
	op := Op{Kind: DryRun}
	err := parseNumbers(form, operands, &op.ID)
	if err == nil && op.ID > 1 {
		err = fmt.Errorf("%d is neither 0 nor 1, want %q", op.ID, form)
	}
	return op, err
}

// parseRegion reads from its operands what is done to the region of a name, or of a
// rank.
func parseRegion(named, live Kind, form string, operands []string) (Op, error) {
	op := Op{Kind: named}
	if len(operands) == 1 {
		if rank, ok := strings.CutPrefix(operands[0], "@"); ok {
			op.Kind, operands = live, []string{rank}
		}
	}
	return op, parseNumbers(form, operands, &op.ID)
}

// parseLabel reads a label from its line.
func parseLabel(line string) (Op, error) {
	const form = `l ID "NAME"`
	op := Op{Kind: Label}
	operands := strings.TrimSpace(line[len("l"):])
	end := strings.IndexFunc(operands, unicode.IsSpace)
	if end < 0 {
		end = len(operands)
	}
	if err := parseNumbers(form, strings.Fields(operands[:end]), &op.ID); err != nil {
		return op, err
	}
	quoted := strings.TrimSpace(operands[end:])
	name, err := strconv.Unquote(quoted)
	if err != nil || quoted[0] != '"' {
		return op, fmt.Errorf("%.30q is not a name in quotes, want %q", quoted, form)
	}
	op.Name = name
	return op, nil
}

// parseFault reads a fault from its operands.
func parseFault(operands []string) (Op, error) {
	const form = "n N RESULT"
	op := Op{Kind: Fault}
	if len(operands) != 2 {
		return op, fmt.Errorf("%d operands, want %q", len(operands), form)
	}
	err := parseNumbers(form, operands[:1], &op.ID)
	if err == nil {
		op.Result, err = parseResult(operands[1])
	}
	return op, err
}

// parseNumbers reads each word into its target; form is the spelling to show
// when their numbers differ.
func parseNumbers(form string, words []string, targets ...*uint64) error {
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
