// Package calls spells what an arena is called for: a line of text for each
// call, in the language of recordings.
//
// Law: the line of a call reads back as that call, and as no other.
//
// Cost: a step for each byte of the line. Nothing is allocated where the text
// has room for LongestLine more bytes.
package calls

import "strconv"

// Kind is what a call does: the letter that its line begins with.
type Kind byte

// The kinds of calls.
const (
	Alloc    Kind = 'a' // a region is asked for
	Free     Kind = 'f' // one ends
	HandBack Kind = 'h' // one that another stream ended
	Reclaim  Kind = 'c' // idle blocks are returned
	Clear    Kind = 'x' // every region ends
	DryRun   Kind = 'd' // new blocks get no memory from now on, or get it again
	Use      Kind = 'u' // the memory of one is used, which its block had not before
)

// LongestLine bounds a line, in bytes with its end.
const LongestLine = 4096

// longestName bounds how much of a name is spelled, in bytes: each is up to four
// in quotes, so that a line has room for them.
const longestName = 1000

// Call is one call. Fields that its kind does not need are zero.
type Call struct {
	Size   uint64 // bytes, of an Alloc
	Align  uint64 // bytes, of an Alloc
	Number uint32 // of the region: its slot; of a DryRun 1 where it begins, 0 where it ends
	Kind   Kind
	Flags  uint8  // of an Alloc; see flagWords
	Code   uint16 // why the call failed, 0 if it did not; the line does not say it
}

// Optimal is the flag of an Alloc for an image of optimal tiling.
const Optimal = 1 << 6

// flagWords are the words of flags, in the order of their bits. The last of the
// eight bits has none.
const flagWords = "min_memory min_offset min_time upper dedicated never_allocate optimal "

// Append appends the line of the call to text. An Alloc with a flag that has no
// word has no line.
func (c Call) Append(text []byte) []byte {
	if c.Flags>>7 != 0 {
		return text
	}
	text = append(text, byte(c.Kind))
	if c.Kind != Reclaim && c.Kind != Clear {
		text = strconv.AppendUint(append(text, ' '), uint64(c.Number), 10)
	}
	if c.Kind == Alloc {
		text = strconv.AppendUint(append(text, ' '), c.Size, 10)
		text = appendFlags(strconv.AppendUint(append(text, ' '), c.Align, 10), c.Flags)
	}
	return append(text, '\n')
}

// appendFlags appends the words of flags, each after a space.
func appendFlags(text []byte, flags uint8) []byte {
	if flags == 0 {
		return text
	}
	start := 0
	for end := range len(flagWords) {
		if flagWords[end] != ' ' {
			continue
		}
		if flags&1 != 0 {
			text = append(append(text, ' '), flagWords[start:end]...)
		}
		start, flags = end+1, flags>>1
	}
	return text
}

// AppendName appends the line that gives the region of a number a name, or as
// much of one as a line has room for; "" is none.
func AppendName(text []byte, number uint32, name string) []byte {
	text = strconv.AppendUint(append(text, "l "...), uint64(number), 10)
	text = strconv.AppendQuote(append(text, ' '), name[:min(len(name), longestName)])
	return append(text, '\n')
}
