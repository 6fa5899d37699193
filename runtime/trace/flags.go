package trace

import (
	"fmt"
	"math/bits"
)

// Flags say how a region is asked for, beside its size and alignment. They are
// the bits that generated packages use, and Optimal.
type Flags uint8

// The flags, each with its spelling.
const (
	MinMemory     Flags = 1 << iota // min_memory
	MinOffset                       // min_offset
	MinTime                         // min_time
	Upper                           // upper
	Dedicated                       // dedicated
	NeverAllocate                   // never_allocate
	Optimal                         // optimal: the region is for an image of optimal tiling

	allFlags = 1<<iota - 1
)

// flagWords are the spellings, by bit.
var flagWords = [...]string{"min_memory", "min_offset", "min_time", "upper", "dedicated", "never_allocate", "optimal"}

// append appends the words of the flags, each after a space, in the order of
// their bits.
func (f Flags) append(dst []byte) []byte {
	for bit, word := range flagWords {
		if f>>bit&1 != 0 {
			dst = append(append(dst, ' '), word...)
		}
	}
	return dst
}

// parseFlags reads flags from their words, in any order, each at most once.
func parseFlags(words []string) (flags Flags, err error) {
	for _, word := range words {
		flag := Flags(0)
		for bit, known := range flagWords {
			if word == known {
				flag = 1 << bit
			}
		}
		switch {
		case flag == 0:
			return 0, fmt.Errorf("%.20q is not a flag, want %q", word, allocForm)
		case flags&flag != 0:
			return 0, fmt.Errorf("%s is said twice", word)
		}
		flags |= flag
	}
	return flags, nil
}

// AllFlags returns the flags there are, in the order of their spelling.
func AllFlags() (list []Flags) {
	for rest := uint(allFlags); rest != 0; rest &= rest - 1 {
		list = append(list, 1<<bits.TrailingZeros(rest))
	}
	return list
}
