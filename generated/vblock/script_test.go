package vblock_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/generated/vblock"
)

// open returns an allocator whose arenas span and ring have so many bytes.
func open(t *testing.T, bytes uint64) *vblock.Allocator {
	t.Helper()
	a, failure := vblock.New(bytes, bytes)
	if failure.Failed() {
		t.Fatal(failure)
	}
	return a
}

// served is the result of a call that must not fail.
func served[R any](t *testing.T) func(R, vblock.Failure) R {
	return func(result R, failure vblock.Failure) R {
		t.Helper()
		if failure.Failed() {
			t.Fatal(failure)
		}
		return result
	}
}

// A player runs scripts on an arena, whose flags it adds to every request.
type player[H any] struct {
	alloc  func(size, align uint64, flags vblock.Flags) (H, vblock.Failure)
	free   func(H) vblock.Failure
	offset func(H) (uint64, vblock.Failure)
	flags  vblock.Flags
	live   map[string]H
}

func onSpan(a *vblock.Allocator) player[vblock.SpanHandle] {
	return player[vblock.SpanHandle]{a.Span.AllocWith, a.Span.Free, a.Span.Offset, 0, map[string]vblock.SpanHandle{}}
}

func onRing(a *vblock.Allocator) player[vblock.RingHandle] {
	return player[vblock.RingHandle]{a.Ring.AllocWith, a.Ring.Free, a.Ring.Offset, 0, map[string]vblock.RingHandle{}}
}

func onStacks(a *vblock.Allocator) player[vblock.StacksHandle] {
	return player[vblock.StacksHandle]{a.Stacks.AllocWith, a.Stacks.Free, a.Stacks.Offset, 0, map[string]vblock.StacksHandle{}}
}

// play runs a script of these words:
//
//	a=100@64      100 bytes for region a lie at offset 64
//	a=100/32@64   the same, aligned to 32
//	^a=100@924    the same from the top of the block
//	100!          no room for 100 bytes; also 100/32! and ^100!
//	-a            region a is freed
func (p player[H]) play(t *testing.T, script string) {
	t.Helper()
	for word := range strings.FieldsSeq(script) {
		if name, ok := strings.CutPrefix(word, "-"); ok {
			if failure := p.free(p.live[name]); failure.Failed() {
				t.Fatalf("%s: %v", word, failure)
			}
			continue
		}
		rest, upper := strings.CutPrefix(word, "^")
		flags := p.flags
		if upper {
			flags |= vblock.Upper
		}
		name, rest, fits := strings.Cut(rest, "=")
		if !fits {
			rest = strings.TrimSuffix(name, "!")
		}
		request, at, _ := strings.Cut(rest, "@")
		size, align, aligned := strings.Cut(request, "/")
		if !aligned {
			align = "1"
		}
		h, failure := p.alloc(number(t, size), number(t, align), flags)
		switch {
		case !fits && failure.Code() != vblock.OutOfSpace:
			t.Fatalf("%s: %v", word, failure)
		case fits && failure.Failed():
			t.Fatalf("%s: %v", word, failure)
		case fits:
			p.live[name] = h
			if got := served[uint64](t)(p.offset(h)); got != number(t, at) {
				t.Fatalf("%s: it lies at %d", word, got)
			}
		}
	}
}

func number(t *testing.T, digits string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
