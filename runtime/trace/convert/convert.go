// Package convert reads recordings of allocators in the forms of other tools:
//
//   - dumps of Vulkan Memory Allocator, JSON of one moment: what is live then
//   - logs of RAPIDS Memory Manager, CSV with Action, Pointer and Size columns
//   - lifetimes of buffers, CSV with lower, upper and size columns, as MiniMalloc
//     has them
//
// What a form does not say has one meaning for all its files: alignments are 1,
// for the arena's to hold, but for RAPIDS Memory Manager, which promises 256. Names
// become labels, which the calls of an arena know nothing of.
package convert

import (
	"bytes"
	"strings"

	"github.com/allocgen/allocgen/runtime/trace"
)

// Read reads a recording in any form, which its first bytes tell: an object of
// JSON, the header of a CSV, or else the language of package trace. An error says
// the line: "line 12: …". The header of the result says what it was, and how many
// lines have no place in it.
func Read(src []byte) (*trace.Trace, error) {
	text := bytes.TrimPrefix(src, []byte("\uFEFF"))
	first, _, _ := bytes.Cut(bytes.TrimLeft(text, " \t\r\n"), []byte("\n"))
	switch columns := header(string(first)); {
	case bytes.HasPrefix(first, []byte("{")):
		return readDump(text)
	case bytes.HasPrefix(first, []byte("#")): // no header of a CSV, whatever it names
	case columns.have("action", "pointer", "size"):
		return readLog(text)
	case columns.have("lower", "upper", "size"):
		return readLifetimes(text)
	}
	return trace.Read(bytes.NewReader(src))
}

// longestName is so long that its line is below trace.MaxLine however it is spelt.
const longestName = trace.MaxLine / 8 // bytes

// label returns the operation that names a region, none for "". A long name is cut.
func label(id uint64, name string) []trace.Op {
	if name == "" {
		return nil
	}
	if len(name) > longestName {
		name = strings.ToValidUTF8(name[:longestName], "")
	}
	return []trace.Op{{Kind: trace.Label, ID: id, Name: name}}
}

// note is a line of a recording's header that says what it was made of.
func note(text string) trace.Meta { return trace.Meta{Key: "note", Value: text} }
