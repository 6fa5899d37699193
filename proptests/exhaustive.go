package proptests

import (
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/trace"
)

// alphabet is what those sequences are made of: requests that fill a page in
// few steps, with and without alignment, and every way to give back. Where a
// block serves one region, there are also requests that differ little, and
// where all sizes are accepted, one that leaves room for nothing else.
// Where contents are mixed there are images, and on a device native allocations fail, too.
func alphabet(t trial) []trace.Op {
	d, o := &t.Declaration, newOperands(t)
	large := max(o.usual, min(o.mark, -d.Alignment))
	letters := []trace.Op{
		{Kind: trace.Alloc, Size: 1, Align: 1},
		{Kind: trace.Alloc, Size: max(1, large/2), Align: min(2*d.Alignment, maxAlign)},
		{Kind: trace.Alloc, Size: large, Align: 1},
		{Kind: trace.FreeLive},
		{Kind: trace.FreeLive, ID: 1},
		{Kind: trace.Reclaim},
	}
	if slices.ContainsFunc(d.Pools, func(p Pool) bool { return p.Kind != slicedPages }) {
		letters = append(letters, trace.Op{Kind: trace.Alloc, Size: d.Alignment + 1, Align: 1})
	}
	if largest := t.model().largest(); largest > large {
		letters = append(letters, trace.Op{Kind: trace.Alloc, Size: largest, Align: 1})
	}
	if slices.ContainsFunc(d.Pools, func(p Pool) bool { return p.Policy != "" }) {
		letters = append(letters, trace.Op{Kind: trace.Alloc, Size: max(1, large/4), Align: 1, Flags: d.Flags & (NeverAllocate | Upper)})
	}
	if slices.ContainsFunc(d.Pools, func(p Pool) bool { return p.Contents == mixed }) {
		letters = append(letters, trace.Op{Kind: trace.Alloc, Size: max(1, large/2), Align: 1, Flags: Optimal})
	}
	if d.Streams > 0 {
		letters = append(letters, trace.Op{Kind: trace.HandBackLive})
	}
	if d.defers() {
		letters = append(letters, trace.Op{Kind: trace.DryRun, ID: 1}, trace.Op{Kind: trace.DryRun}, trace.Op{Kind: trace.UseLive})
	}
	if t.isSimulated() {
		letters = append(letters,
			trace.Op{Kind: trace.Fault, ID: 1, Result: vkrt.ErrorOutOfDeviceMemory},
			trace.Op{Kind: trace.Fault, ID: 2, Result: vkrt.ErrorDeviceLost})
	}
	return letters
}

// scope is what was searched exhaustively.
type scope struct {
	length int // of the longest sequences, of which every one was tried
	states int // that instances were in after an operation of one, told apart by what led to them
}

// add adds what was searched on another device. Every sequence was tried on both up
// to the length that is of both.
func (s *scope) add(other scope) {
	if s.length = min(s.length, other.length); s.states == 0 {
		s.length = other.length
	}
	s.states += other.states
}

// reach returns how long sequences of so many letters may be for there to be no more
// of them than most.
func reach(letters, most int) (length int) {
	for n := letters; n <= most; n *= letters {
		length++
	}
	return length
}

// exhaust tries every sequence of the alphabet of a length, but for those in
// which an instance sees the same as in another.
func exhaust(t trial, length int) (scope, *counterexample) {
	t.source = search{name: "trying all short sequences"}
	s := &sequences{trial: t, letters: alphabet(t), digits: make([]int, length), scope: scope{length: length}}
	for more := length > 0; more; {
		last, found := s.live()
		if found != nil {
			return s.scope, found.shrink(t)
		}
		more = s.next(last)
	}
	return s.scope, nil
}

// sequences are those of some letters, one after the other.
type sequences struct {
	trial   trial
	letters []trace.Op
	digits  []int
	fresh   int // place of the first letter that was another before
	scope   scope
}

// next goes on to the first sequence that is another up to the letter at a place.
func (s *sequences) next(at int) bool {
	clear(s.digits[at+1:])
	for ; at >= 0; at-- {
		if s.digits[at]++; s.digits[at] < len(s.letters) {
			s.fresh = at
			return true
		}
		s.digits[at] = 0
	}
	return false
}

// live lives the sequence, up to a letter with which it is like another one, and
// returns the place of the last letter. Up to the first letter that is another all
// laws held before.
func (s *sequences) live() (last int, found *counterexample) {
	in := newInterpreter(s.trial, len(s.digits)+1)
	before := make([]trace.Op, s.fresh, len(s.digits))
	for at := range before {
		before[at] = s.letters[s.digits[at]]
	}
	in.relive(before)
	calls := slices.ContainsFunc(before, func(op trace.Op) bool { return !ofLive(op) })
	for last = s.fresh; last < len(s.digits); last++ {
		op := s.letters[s.digits[last]]
		if s.repeats(last, len(in.live), calls) {
			break
		}
		calls = calls || !ofLive(op)
		if last+1 < len(s.digits) {
			in.every = 1
		}
		if in.apply(op) != nil {
			break
		}
		s.scope.states++
	}
	last = min(last, len(s.digits)-1)
	if in.finish() != nil {
		return last, s.trial.counterexample(in.ops, in.broken)
	}
	return last, nil
}

// repeats reports whether the letter at a place makes the sequence like another:
// to free what is not there is no call, and shorter sequences have it only at
// their beginning; and when native allocations are made to fail is all the same
// until there may be one.
func (s *sequences) repeats(at, live int, calls bool) bool {
	op := s.letters[s.digits[at]]
	if ofLive(op) && op.ID >= uint64(live) && (op.ID > 0 || calls) {
		return true
	}
	if at == 0 || s.letters[s.digits[at-1]].Kind != trace.Fault {
		return false
	}
	switch op.Kind {
	case trace.FreeLive, trace.HandBackLive, trace.Reclaim:
		return true
	case trace.Fault:
		return s.digits[at] < s.digits[at-1]
	}
	return false
}

// ofLive reports whether an operation does something to one of the live regions,
// if there is one.
func ofLive(op trace.Op) bool {
	return op.Kind == trace.FreeLive || op.Kind == trace.HandBackLive || op.Kind == trace.UseLive
}

// wearBound bounds the regions that wearOut allocates.
const wearBound = 4096

// wearOut uses up every generation of every slot, where a declaration makes
// them few.
func wearOut(t trial) *counterexample {
	d := &t.Declaration
	regions := uint64(d.MaxLive) * d.generations()
	if regions == 0 || regions > wearBound {
		return nil
	}
	var ops []trace.Op
	for range regions {
		ops = append(ops, trace.Op{Kind: trace.Alloc, Size: 1, Align: 1}, trace.Op{Kind: trace.FreeLive})
	}
	ops = append(ops, trace.Op{Kind: trace.Alloc, Size: 1, Align: 1}, trace.Op{Kind: trace.Free}, trace.Op{Kind: trace.Clear})
	t.source = search{name: "using up all generations"}
	if c := replay(t, ops); c != nil {
		return c.shrink(t)
	}
	return nil
}
