package trace

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// Write writes the recording so that Read returns an equal one. It refuses
// metadata and operations that the language cannot spell; what was written
// before one of those, or before an error of w, is a valid recording's start.
func (t *Trace) Write(w io.Writer) error {
	buf := bufio.NewWriter(w)
	for _, m := range t.Meta {
		line, err := m.line()
		if err != nil {
			return err
		}
		fmt.Fprintln(buf, line) // an error stays in buf until Flush
	}
	var line []byte
	for i, op := range t.Ops {
		switch {
		case op.Kind > Label:
			return fmt.Errorf("operation %d: unknown kind %d", i, op.Kind)
		case op.Kind == Fault && !slices.Contains(faultResults, op.Result):
			return fmt.Errorf("operation %d: %v is not a result that an allocation may fail with", i, op.Result)
		case op.Name != "" && op.Kind != Label:
			return fmt.Errorf("operation %d: name %.20q has no spelling", i, op.Name)
		case op.Flags > allFlags || op.Flags != 0 && op.Kind != Alloc:
			return fmt.Errorf("operation %d: flags %#x have no spelling", i, op.Flags)
		}
		if line = op.Append(line[:0]); len(line) > MaxLine {
			return fmt.Errorf("operation %d: line longer than %d bytes", i, MaxLine)
		}
		buf.Write(append(line, '\n'))
	}
	return buf.Flush()
}

// line spells m, or says why no line reads back as m.
func (m Meta) line() (string, error) {
	line := "# " + m.Key
	if m.Value != "" {
		line += " " + m.Value
	}
	switch {
	case m.Key == "" || strings.ContainsFunc(m.Key, unicode.IsSpace):
		return "", fmt.Errorf("metadata key %q: empty or with white space", m.Key)
	case m.Value != strings.TrimSpace(m.Value) || strings.Contains(m.Value, "\n"):
		return "", fmt.Errorf("metadata %s: value with white space around it or more than one line", m.Key)
	case len(line) > MaxLine:
		return "", fmt.Errorf("metadata %.20s: line longer than %d bytes", m.Key, MaxLine)
	}
	return line, nil
}
