package vblock_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/vblock"
)

// tight is onSpan with the strategy min_memory.
func tight(a *vblock.Allocator) player[vblock.SpanHandle] {
	p := onSpan(a)
	p.flags = vblock.MinMemory
	return p
}

// A hole of exactly the wanted size is taken before larger ones and before the
// end of the block is cut.
func TestExactHoleFirst(t *testing.T) {
	const holes = "a=300@0 x=1@300 b=200@301 y=1@501 c=250@502 z=1@752 -a -b -c "
	tight(open(t, 1024)).play(t, holes+"d=200@301 e=250@502 f=300@0 g=271@753 1!")
	tight(open(t, 1024)).play(t, holes+"d=210@502 e=40@712 f=200@301")
}

// The lowest offset is taken, however well another hole would fit.
func TestLowestOffsetFirst(t *testing.T) {
	onSpan(open(t, 1024)).play(t, "a=300@0 x=1@300 b=200@301 y=1@501 -b -a c=200@0 d=100@200 e=201@502 f=200@301")
}

// What alignment skips stays usable, before the region and behind it.
func TestGapsStayUsable(t *testing.T) {
	for _, on := range []func(*vblock.Allocator) player[vblock.SpanHandle]{onSpan, tight} {
		on(open(t, 1024)).play(t, "a=1@0 b=256/512@512 c=511@1 d=256@768 1!")
		on(open(t, 1024)).play(t, "a=100@0 b=100/256@256 -a -b c=1024@0 1!")
	}
}

// Where there are two places for an aligned region, the strategy says which.
func TestAlignedPlace(t *testing.T) {
	const holes = "a=9000@0 b=3000@9000 c=2000@12000 e=2384@14000 z=3616@16384 -b -e "
	onSpan(open(t, 20000)).play(t, holes+"d=1000/512@9216 f=216@9000 g=1784@10216 h=2384@14000 1!")
	tight(open(t, 20000)).play(t, holes+"d=1000/512@14336 f=336@14000 g=1048@15336 h=3000@9000 1!")
}

// A request is refused only if no hole can hold it: of many holes of one size
// class, and nothing else free, the one that does is found.
func TestNoHoleIsMissed(t *testing.T) {
	const n, size = 64, 5000 // and up to 5063: one class
	for _, flags := range []vblock.Flags{vblock.MinOffset, vblock.MinMemory} {
		a := open(t, n*(size+1)+n*(n-1)/2)
		var holes []vblock.SpanHandle
		for k := range uint64(n) {
			holes = append(holes, served[vblock.SpanHandle](t)(a.Span.Alloc(size+(k*37)%n, 1)))
			served[vblock.SpanHandle](t)(a.Span.Alloc(1, 1))
		}
		for _, h := range holes {
			a.Span.Free(h)
		}
		for want := uint64(size + n - 1); want >= size; want-- { // the largest first, so that each has a hole
			served[vblock.SpanHandle](t)(a.Span.AllocWith(want, 1, flags))
			if _, failure := a.Span.AllocWith(want, 1, flags); failure.Code() != vblock.OutOfSpace {
				t.Errorf("%d bytes twice: %v", want, failure)
			}
		}
	}
}

// A block of 2 TiB is one range to its last byte.
func TestHugeBlock(t *testing.T) {
	const tib = 1 << 40
	a := open(t, 2*tib)
	ok := served[vblock.SpanHandle](t)
	first, second := ok(a.Span.Alloc(tib, 1)), ok(a.Span.Alloc(600<<30, 1<<30))
	last := ok(a.Span.Alloc(tib-600<<30, 1))
	if _, failure := a.Span.Alloc(1, 1); failure.Code() != vblock.OutOfSpace {
		t.Error(failure)
	}
	if at := served[uint64](t)(a.Span.Offset(last)); at != tib+600<<30 {
		t.Errorf("the last region is at %d", at)
	}
	a.Span.Free(first)
	for _, flags := range []vblock.Flags{vblock.MinMemory, vblock.MinOffset} {
		h := ok(a.Span.AllocWith(tib, 4096, flags))
		if at := served[uint64](t)(a.Span.Offset(h)); at != 0 {
			t.Errorf("the region is at %d", at)
		}
		a.Span.Free(h)
	}
	a.Span.Free(last)
	a.Span.Free(second)
	ok(a.Span.Alloc(2*tib, 1))
	served[vblock.RingHandle](t)(a.Ring.Alloc(2*tib, 1))
}

// New refuses a block that no offset could count, and takes one of a byte.
func TestCapacity(t *testing.T) {
	if a, failure := vblock.New(1<<63, 1<<20); a != nil || failure.Code() != vblock.AllocationTooLarge {
		t.Error(failure)
	}
	onSpan(open(t, 1)).play(t, "a=1@0 1! -a 2! b=1@0")
}
