package trace

import (
	"strconv"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// Kind says what an operation does.
type Kind uint8

// The kinds of operation, each with its spelling.
const (
	Alloc        Kind = iota // a ID SIZE ALIGN [FLAG...]
	Free                     // f ID
	FreeLive                 // f @K
	Reclaim                  // c
	Clear                    // x
	Fault                    // n N RESULT
	Occupy                   // o HEAP BYTES
	HandBack                 // h ID
	HandBackLive             // h @K
	DryRun                   // d ON
	Use                      // u ID
	UseLive                  // u @K
	Label                    // l ID "NAME"
)

// Op is one operation. Fields that its kind does not use are zero.
type Op struct {
	Kind  Kind
	ID    uint64 // name of the region; for FreeLive, HandBackLive and UseLive its rank by age, for DryRun 1 = on and 0 = off, for Fault the N of the N-th allocation, for Occupy the heap
	Size  uint64 // bytes, Alloc and Occupy only
	Align uint64 // bytes, Alloc only
	Flags Flags  // Alloc only

	Result vkrt.Result // Fault only, one of FaultResults
	Name   string      // Label only; of any bytes, "" for none
}

// String spells the operation as a line of a recording, without the newline.
func (o Op) String() string { return string(o.Append(nil)) }

// Append appends what String returns.
func (o Op) Append(dst []byte) []byte {
	switch o.Kind {
	case Alloc:
		dst = strconv.AppendUint(append(dst, "a "...), o.ID, 10)
		dst = strconv.AppendUint(append(dst, ' '), o.Size, 10)
		return o.Flags.append(strconv.AppendUint(append(dst, ' '), o.Align, 10))
	case Free:
		return strconv.AppendUint(append(dst, "f "...), o.ID, 10)
	case FreeLive:
		return strconv.AppendUint(append(dst, "f @"...), o.ID, 10)
	case Reclaim:
		return append(dst, 'c')
	case Clear:
		return append(dst, 'x')
	case Fault:
		dst = strconv.AppendUint(append(dst, "n "...), o.ID, 10)
		return append(append(dst, ' '), word(o.Result)...)
	case Occupy:
		dst = strconv.AppendUint(append(dst, "o "...), o.ID, 10)
		return strconv.AppendUint(append(dst, ' '), o.Size, 10)
	case HandBack:
		return strconv.AppendUint(append(dst, "h "...), o.ID, 10)
	case HandBackLive:
		return strconv.AppendUint(append(dst, "h @"...), o.ID, 10)
	case DryRun:
		return strconv.AppendUint(append(dst, "d "...), o.ID, 10)
	case Use:
		return strconv.AppendUint(append(dst, "u "...), o.ID, 10)
	case UseLive:
		return strconv.AppendUint(append(dst, "u @"...), o.ID, 10)
	case Label:
		dst = strconv.AppendUint(append(dst, "l "...), o.ID, 10)
		return strconv.AppendQuote(append(dst, ' '), o.Name)
	}
	return strconv.AppendUint(append(dst, '?'), uint64(o.Kind), 10)
}
