package vblock_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/vblock"
)

// Regions freed in reverse are a stack: the last one makes room at once, and
// with it those before it that were freed earlier.
func TestStack(t *testing.T) {
	onRing(open(t, 1024)).play(t, "a=257@0 b=257@257 c=257@514 -b 257! -c d=512@257 256!")
	onRing(open(t, 1024)).play(t, "a=300@0 b=300@300 c=300@600 d=124@900 -c -b -d e=724@300 1! -e -a f=1024@0")
}

// Regions freed in order are a ring: what does not fit at the end goes to the
// start, up to the first live region, and may fill the block exactly.
func TestRing(t *testing.T) {
	onRing(open(t, 1024)).play(t, "a=256@0 b=256@256 c=256@512 d=256@768 -b 256! -a e=512@0 1!")
	onRing(open(t, 1024)).play(t, "a=400@0 b=400@400 c=200@800 -a 401! d=400@0 1! -b e=399@400 2! f=1@799 -c -d g=224@800 h=400@0 1!")
	// Part two drains from its front too, while part one is live.
	onRing(open(t, 1024)).play(t, "a=600@0 b=400@600 -a c=100@0 d=100@100 e=100@200 -c -d f=300@300 1! -b 425! g=424@600 h=200@0 1!")
	// The last region wrapped is popped like any other.
	onRing(open(t, 1024)).play(t, "a=600@0 b=424@600 -a c=100@0 -c d=600@0 -d -b e=1024@0")
}

// A refused request moves nothing: not the end, past which its alignment would
// have it, nor what is behind.
func TestRefusalMovesNothing(t *testing.T) {
	onRing(open(t, 50)).play(t, "a=49@0 1/16! b=1@49 1!")
	onStacks(open(t, 1)).play(t, "a=65504@0 32/1024! ^32/1024! b=16@65504 ^c=16@65520 1!")
}

// Two stacks meet in the middle, to the byte.
func TestStacksMeet(t *testing.T) {
	onStacks(open(t, 1)).play(t, "a=1024@0 ^b=1024@64512 ^c=1000/64@63488 d=62464@1024 1! ^1! -c ^e=1024@63488 1!")
	onStacks(open(t, 1)).play(t, "^a=65536@0 1! ^1! -a b=65536@0 ^1!")
	// The upper one pops what was freed below its last region, like the lower.
	onStacks(open(t, 1)).play(t, "^a=1024@64512 ^b=1024@63488 ^c=1024@62464 -b ^62465! -c ^d=64512@0")
}

// A block is a ring or two stacks, never both at once.
func TestRingOrStacks(t *testing.T) {
	onStacks(open(t, 1)).play(t, "a=32768@0 b=32768@32768 -a c=16384@0 ^16! -b -c ^d=16@65520")
	onStacks(open(t, 1)).play(t, "a=16384@0 b=16384@16384 ^c=16384@49152 -a d=16384@32768 16384! -c e=16384@49152 f=16384@0 ^16!")
}

// The figures count the regions of both parts of a ring.
func TestRingCounts(t *testing.T) {
	a := open(t, 1024)
	p := onRing(a)
	p.play(t, "a=128@0 b=128@128 c=128@256 d=256@384 e=256@640 -a -b f=128@896")
	p.play(t, "g=100@0 h=100@100 -c i=180@200")
	stats := served[vblock.RingStats](t)(a.Ring.Stats())
	want := vblock.Usage{BytesReserved: 1024, BytesInUse: 256 + 256 + 128 + 100 + 100 + 180, NumberAllocs: 6, NumberBlocks: 1}
	if stats.Total != want {
		t.Errorf("%+v, want %+v", stats.Total, want)
	}
}

// Only blocks that are one of a kind are filled from the top.
func TestUpperNeedsALine(t *testing.T) {
	_, failure := open(t, 1024).Span.AllocWith(1, 1, vblock.Upper)
	if failure.Code() != vblock.UnsupportedCapability || failure.Detail() != vblock.UpperNeedsOneBlock {
		t.Errorf("%+v", failure)
	}
}
