package proptests

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// histories is how many short histories are tried, and historyLength how many
// calls each of their two goroutines makes.
const histories, historyLength = 200, 3

// linearised has two goroutines make a few calls at once, each in its stream if
// there are streams, and looks for an order of all calls in which the model does
// what came back: one that keeps the order of each goroutine, and that of any two
// calls of which one had returned before the other began (Herlihy and Wing, 1990).
// On a device arenas share its memory, so that this is of the host.
func linearised(t trial) error {
	if t.profile != nil {
		return nil
	}
	r := rand.New(rand.NewSource(1))
	for range histories {
		h := newHistory(t, r)
		h.run()
		h.split()
		if !h.explained(nil, [2]int{}) {
			return fmt.Errorf("law linearised: what several goroutines see is what one after the other would\nbroken: no order explains\n%s", h)
		}
		h.end()
	}
	return nil
}

// history is what two goroutines do, after a few calls of one.
type history struct {
	trial   trial
	streams []Instance
	before  []event
	events  [2][]event
	clock   atomic.Int64
}

// event is a call and what came back.
type event struct {
	verb       string // alloc, free, reclaim or usage; claim and push for the halves of a free in another stream
	stream     int    // in which it is made
	size       uint64 // bytes, of alloc
	handle     uint64 // that is freed
	got        outcome
	usage      []Usage
	began, end int64
}

// newHistory makes an instance with a few regions in each stream, and draws calls.
func newHistory(t trial, r *rand.Rand) *history {
	in, _, _ := t.open()
	h := &history{trial: t, streams: in.everyStream()}
	h.streams = h.streams[:min(2, len(h.streams))]
	var handles []uint64
	for k := range 4 {
		e := event{verb: "alloc", stream: k % len(h.streams), size: 1}
		h.call(&e)
		h.before, handles = append(h.before, e), append(handles, e.got.handle)
	}
	for g := range h.events {
		for range historyLength {
			verb := [...]string{"alloc", "alloc", "free", "free", "free", "reclaim", "usage"}[r.Intn(7)]
			h.events[g] = append(h.events[g], event{
				verb: verb, stream: g % len(h.streams), size: 1 + uint64(r.Intn(3))*t.Declaration.Alignment, handle: handles[r.Intn(len(handles))],
			})
		}
	}
	return h
}

// call makes a call and notes what comes back.
func (h *history) call(e *event) {
	in := h.streams[e.stream]
	e.began = h.clock.Add(1)
	switch e.verb {
	case "alloc":
		e.got.handle, e.got.failure = in.Alloc(e.size, 1, 0)
	case "free":
		e.got.failure = in.Free(e.handle)
	case "reclaim":
		e.got.returned, e.got.failure = in.Reclaim()
	case "usage":
		e.usage, e.got.failure = in.Usage()
	}
	e.end = h.clock.Add(1)
	if e.got.handle != 0 {
		e.got.at, _ = in.Locate(e.got.handle)
	}
}

func (h *history) run() {
	var goroutines sync.WaitGroup
	for g := range h.events {
		goroutines.Go(func() {
			for k := range h.events[g] {
				h.call(&h.events[g][k])
			}
		})
	}
	goroutines.Wait()
}

// split makes two of a call that handed a region back, since between its two
// steps others can be seen to come.
func (h *history) split() {
	for g, events := range h.events {
		h.events[g] = nil
		for _, e := range events {
			if e.verb == "free" && !e.got.failure.failed() && h.home(e.handle) != e.stream {
				claim := e
				claim.verb, e.verb = "claim", "push"
				h.events[g] = append(h.events[g], claim)
			}
			h.events[g] = append(h.events[g], e)
		}
	}
}

// home returns the stream of a region that was allocated before.
func (h *history) home(handle uint64) int {
	return h.before[slices.IndexFunc(h.before, func(e event) bool { return e.got.handle == handle })].stream
}

func (h *history) end() {
	for _, stream := range h.streams {
		stream.Clear()
	}
	h.streams[0].Close()
}

// explained reports whether some order of the calls that are left, after those of
// an order so far, is one of the model.
func (h *history) explained(order []event, next [2]int) bool {
	if len(order) > 0 && !h.allows(order) {
		return false
	}
	done := true
	for g, other := range [2]int{1, 0} {
		if next[g] == len(h.events[g]) {
			continue
		}
		done = false
		e := h.events[g][next[g]]
		if next[other] < len(h.events[other]) && h.events[other][next[other]].end < e.began {
			continue
		}
		after := next
		after[g]++
		if h.explained(append(slices.Clone(order), e), after) {
			return true
		}
	}
	return done
}

// allows reports whether models of the streams do what came back, in an order.
func (h *history) allows(order []event) bool {
	models := make([]*model, len(h.streams))
	for i := range models {
		models[i] = newModel(h.trial.Declaration, nil)
		models[i].opens()
	}
	for _, e := range slices.Concat(h.before, order) {
		if !h.isOf(e, models) {
			return false
		}
	}
	return true
}

// isOf reports whether models do what came back.
func (h *history) isOf(e event, models []*model) bool {
	m, want := models[e.stream], outcome{}
	switch e.verb {
	case "alloc":
		if e.got.handle != 0 {
			m.owner = m.marks(e.got.handle)
		}
		var served *region
		m.told = &e.got
		want.handle, served, want.failure = m.alloc(e.size, 1, 0)
		m.told = nil
		if served != nil {
			want.at = served.Region
		}
		return m.doubt.err == nil && want.handle == e.got.handle && want.at == e.got.at && want.failure == e.got.failure
	case "free":
		if home := models[h.home(e.handle)]; home != m {
			return home.claim(e.handle) == e.got.failure // which failed, for it was not split
		}
		return m.free(e.handle) == e.got.failure
	case "claim":
		return !models[h.home(e.handle)].claim(e.handle).failed()
	case "push":
		models[h.home(e.handle)].push(e.handle)
		return true
	case "reclaim":
		want.returned, want.failure = m.reclaim()
		return want.returned == e.got.returned && want.failure == e.got.failure
	}
	for i, p := range m.pools {
		if p.usage != e.usage[i] {
			return false
		}
	}
	return true
}

// String shows the calls of the history, those of each goroutine in turn.
func (h *history) String() string {
	var b strings.Builder
	for g, events := range h.events {
		for _, e := range events {
			fmt.Fprintf(&b, "goroutine %d, from %d to %d, in stream %d: %s\n", g, e.began, e.end, e.stream, e)
		}
	}
	return b.String()
}

// String shows a call and what came back.
func (e event) String() string {
	switch e.verb {
	case "alloc":
		return fmt.Sprintf("alloc of %d bytes: %v, %v, %s", e.size, e.got.failure, e.got.at, describe(e.got.handle))
	case "reclaim":
		return fmt.Sprintf("reclaim: %v, %d bytes", e.got.failure, e.got.returned)
	case "usage":
		return fmt.Sprintf("usage: %v, %+v", e.got.failure, e.usage)
	}
	return fmt.Sprintf("%s of %s: %v", e.verb, describe(e.handle), e.got.failure)
}
