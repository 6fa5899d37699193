package proptests

import (
	"bytes"
	"fmt"
	"math/rand"
	"sync"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// goroutines is how many use an instance at once, and manySteps for how long, on all
// simulated devices together, or fewSteps on a real one, whose calls take long.
const goroutines, manySteps, fewSteps = 4, 4000, 400

// crew is goroutines that use one instance, or each its own stream of those that
// there are, and pass regions on to each other.
type crew struct {
	streams   []Instance
	trial     trial
	simulated *fake.Fake // the device; nil on the host, or for a real one
	operands  *operands
	steps     int
	most      int      // regions that one goroutine holds
	taken     sync.Map // by the place that a region begins at
	passed    chan held
}

// worker is one of the goroutines.
type worker struct {
	*crew
	Instance
	stream int // whose that is
	r      *rand.Rand
}

// held is a region that a goroutine holds.
type held struct {
	handle uint64
	at     Region
	stream int // that it is of
}

// place is where a region begins.
type place struct {
	stream int
	block  uint32
	offset uint64
}

func (h held) place() place { return place{h.stream, h.at.Block, h.at.Offset} }

func newCrew(t trial, in Instance, simulated *fake.Fake) *crew {
	c := &crew{streams: in.everyStream(), trial: t, simulated: simulated, operands: newOperands(t), steps: manySteps / (1 + t.others), most: 16}
	if t.real != nil {
		c.steps = fewSteps
		if block := t.model().mostNew(1); block > 0 {
			c.most = int(max(1, min(uint64(c.most), t.allowance()/block/(goroutines+1))))
		}
	}
	c.passed = make(chan held, c.most)
	return c
}

// worker returns the worker of a number.
func (c *crew) worker(id int) worker {
	stream := id % len(c.streams)
	return worker{c, c.streams[stream], stream, rand.New(rand.NewSource(int64(id)))}
}

// finish frees what was passed on and taken by no one.
func (c *crew) finish() error {
	close(c.passed)
	for h := range c.passed {
		if err := c.worker(0).giveBack(h); err != nil {
			return err
		}
	}
	return nil
}

// work is one goroutine's part: it frees all it allocated or was passed, but for
// what it passes on. On a simulated device it makes native allocations fail, its
// own or another's.
func (w worker) work() error {
	var mine []held
	for step := range w.steps {
		closing := step >= w.steps-w.most
		if len(mine) < w.most && !closing {
			h, err := w.take()
			if err != nil {
				return err
			}
			if h.handle != 0 {
				mine = append(mine, h)
			}
		}
		if len(mine) == 0 || w.r.Intn(2) == 0 && !closing {
			continue
		}
		k := w.r.Intn(len(mine))
		if err := w.part(mine[k]); err != nil {
			return err
		}
		mine[k] = mine[len(mine)-1]
		mine = mine[:len(mine)-1]
		if step%256 == 0 {
			w.Reclaim()
			w.Usage()
		}
	}
	for _, h := range mine {
		if err := w.giveBack(h); err != nil {
			return err
		}
	}
	return nil
}

// part frees a region or passes it on; what others passed on before is freed
// first if there is no room.
func (w worker) part(h held) error {
	if w.r.Intn(3) > 0 {
		return w.giveBack(h)
	}
	for {
		select {
		case w.passed <- h:
			return nil
		case other := <-w.passed:
			if err := w.giveBack(other); err != nil {
				return err
			}
		}
	}
}

// take allocates a region, unless others hold what there is.
func (w worker) take() (h held, err error) {
	if d := w.simulated; d != nil && w.r.Intn(64) == 0 && d.Pending() < mostFaults {
		fault := w.operands.fault(w.r)
		d.FailNth(fake.Allocate, fault.ID, fault.Result)
	}
	size := w.operands.small(w.r)
	handle, f := w.Alloc(size, w.operands.natural(w.r), 0)
	if f.failed() {
		return held{}, nil
	}
	at, f := w.Locate(handle)
	h = held{handle, at, w.stream}
	if f.failed() || at.Size != size {
		return h, fmt.Errorf("law located: a live handle resolves to its region\nbroken: %v (%v) for %d bytes", at, f, size)
	}
	if _, twice := w.taken.LoadOrStore(h.place(), true); twice {
		return h, fmt.Errorf("law disjoint: the extents of live regions do not overlap\nbroken: %v is given twice", at)
	}
	return h, w.write(h)
}

// write writes a region, if it is one that is.
func (w worker) write(h held) error {
	if !w.isWritten(h) {
		return nil
	}
	for at, n := range written(h.at.Size) {
		if f := w.CopyIn(h.handle, at, pattern(h.handle, at, n)); f.failed() {
			return fmt.Errorf("law kept: the host gets at the bytes of a live region\nbroken: CopyIn: %v", f)
		}
	}
	return nil
}

// look checks that a region, if it is one that is written, is as it was.
func (w worker) look(h held) error {
	if !w.isWritten(h) {
		return nil
	}
	for at, n := range written(h.at.Size) {
		found := make([]byte, n)
		if f := w.CopyOut(h.handle, at, found); f.failed() || !bytes.Equal(found, pattern(h.handle, at, n)) {
			return fmt.Errorf("law kept: the bytes of a live region stay as the host wrote them\nbroken: those of %v do not (%v)", h.at, f)
		}
	}
	return nil
}

// giveBack frees a region, which must be as it was.
func (w worker) giveBack(h held) error {
	if at, f := w.Locate(h.handle); f.failed() || at != h.at {
		return fmt.Errorf("law located: a region never moves\nbroken: %v (%v), and %v before", at, f, h.at)
	}
	if err := w.look(h); err != nil {
		return err
	}
	w.taken.Delete(h.place())
	if f := w.Free(h.handle); f.failed() {
		return fmt.Errorf("law stale: a live handle is freed once\nbroken: %v", f)
	}
	return nil
}

// isWritten reports whether a region is written to: not one that the host cannot
// see, nor in a block that the device may not map.
func (w worker) isWritten(h held) bool {
	if !w.trial.written {
		return false
	}
	_, typ, f := w.Memory(h.handle)
	return !f.failed() && w.trial.profile.Types[typ].Flags&vkrt.HostVisible != 0 &&
		(w.trial.real != nil || w.streams[h.stream].BlockSize(h.at.Block) <= simulatedMapLimit)
}
