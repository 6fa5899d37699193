package view

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/allocgen/allocgen/internal/snapshot"
	"github.com/allocgen/allocgen/spec/size"
)

// ErrNoHistory is what WritePerfetto says of a snapshot.
var ErrNoHistory = errors.New("a snapshot shows one moment, and a trace for Perfetto a run: give a history")

// WritePerfetto writes a history as a trace in the JSON that Perfetto and Chrome
// read: counters of what is reserved and in use, and for each pool a process, of
// which a thread has regions of one block that do not overlap in time. An
// operation takes a microsecond.
func (p *Picture) WritePerfetto(w io.Writer) error {
	if p.History == nil {
		return ErrNoHistory
	}
	out := bufio.NewWriter(w)
	t := trace{out: out, lanes: map[blockOf][]lane{}, live: map[uint64]living{}, threads: make([]int, len(p.History.Pools))}
	fmt.Fprint(out, "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [")
	t.name("process_name", 0, 0, p.Title)
	for i, pool := range p.History.Pools {
		t.name("process_name", i+1, 0, fmt.Sprintf("%s, memory type %d", pool.Name, pool.MemoryType))
	}
	m := snapshot.NewMoment(p.History)
	for i := range p.History.Events {
		e := &p.History.Events[i]
		if e.Op != t.now {
			t.count(m.Usage())
			t.now = e.Op
		}
		if err := m.Step(); err != nil {
			return err
		}
		t.happen(e)
	}
	t.count(m.Usage())
	t.now++
	for _, id := range slices.Sorted(maps.Keys(t.live)) {
		t.free(id)
	}
	fmt.Fprint(out, "\n]}\n")
	return out.Flush()
}

// trace writes the events of a trace.
type trace struct {
	out     *bufio.Writer
	now     uint64             // operation
	counted snapshot.Usage     // by the counters, so far
	lanes   map[blockOf][]lane // of each block there ever was
	threads []int              // so far, by pool
	live    map[uint64]living  // by ID
	written bool               // some event
}

// blockOf is a block of a pool.
type blockOf struct {
	pool  int
	block uint64
}

// lane is a thread of a block, in which a region lives or none.
type lane struct {
	thread int
	taken  bool
}

// living is a region that lives in a lane.
type living struct {
	at    blockOf
	lane  int
	event *snapshot.Event
}

// traceEvent is an event of the trace.
type traceEvent struct {
	Name     string `json:"name"`
	Phase    string `json:"ph"`
	Process  int    `json:"pid"`
	Thread   int    `json:"tid"`
	Start    uint64 `json:"ts"`
	Duration uint64 `json:"dur,omitempty"`
	Scope    string `json:"s,omitempty"`
	Args     any    `json:"args,omitempty"`
}

func (t *trace) write(e traceEvent) {
	text, err := json.Marshal(e)
	if err != nil {
		panic(err) // of strings and numbers alone
	}
	if t.written {
		t.out.WriteByte(',')
	}
	t.written = true
	t.out.WriteByte('\n')
	t.out.Write(text)
}

// name names a process or a thread.
func (t *trace) name(what string, process, thread int, name string) {
	t.write(traceEvent{Name: what, Phase: "M", Process: process, Thread: thread, Args: map[string]string{"name": name}})
}

// count brings the counters up to date.
func (t *trace) count(u snapshot.Usage) {
	counter := func(name string, before, bytes uint64) {
		if before != bytes {
			t.write(traceEvent{Name: name, Phase: "C", Start: t.now, Args: map[string]uint64{"bytes": bytes}})
		}
	}
	counter("reserved", t.counted.Reserved, u.Reserved)
	counter("in use", t.counted.InUse, u.InUse)
	t.counted = u
}

// happen writes what an event is in the trace.
func (t *trace) happen(e *snapshot.Event) {
	switch e.Kind {
	case snapshot.RegionPlaced:
		t.place(e)
	case snapshot.RegionFreed:
		t.free(e.ID)
	case snapshot.Refused:
		t.write(traceEvent{Name: "refused: " + string(size.Append(nil, e.Size)), Phase: "i", Start: t.now, Scope: "p"})
	}
}

// place gives a region the first lane of its block that is not taken.
func (t *trace) place(e *snapshot.Event) {
	at := blockOf{e.Pool, e.Block}
	lanes := t.lanes[at]
	i := slices.IndexFunc(lanes, func(l lane) bool { return !l.taken })
	if i < 0 {
		i = len(lanes)
		t.threads[e.Pool]++
		lanes = append(lanes, lane{thread: t.threads[e.Pool]})
		t.name("thread_name", e.Pool+1, lanes[i].thread, fmt.Sprintf("block %d, lane %d", e.Block, i))
	}
	lanes[i].taken = true
	t.lanes[at] = lanes
	t.live[e.ID] = living{at, i, e}
}

// free ends a region and writes its life.
func (t *trace) free(id uint64) {
	l := t.live[id]
	delete(t.live, id)
	lane := &t.lanes[l.at][l.lane]
	lane.taken = false
	name := l.event.Name
	if name == "" {
		name = fmt.Sprintf("region %d", id)
	}
	t.write(traceEvent{
		Name: name, Phase: "X", Process: l.at.pool + 1, Thread: lane.thread, Start: l.event.Op, Duration: t.now - l.event.Op,
		Args: map[string]uint64{"block": l.event.Block, "offset": l.event.Offset, "bytes": l.event.Size},
	})
}
