package proptests

import (
	"bytes"
	"fmt"
	"math/rand"
	"sync"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// goroutines is how many use an instance at once, and manySteps for how long, or
// fewSteps on a real device, whose calls take long.
const goroutines, manySteps, fewSteps = 4, 4000, 400

// crew is goroutines that use one instance.
type crew struct {
	Instance
	trial     trial
	simulated *fake.Fake // the device; nil on the host, or for a real one
	operands  *operands
	steps     int
	most      int      // regions that one goroutine holds
	taken     sync.Map // by the place that a region begins at, as a Region of size 0
}

// held is a region that a goroutine holds.
type held struct {
	handle uint64
	at     Region
}

func (h held) place() Region { return Region{Block: h.at.Block, Offset: h.at.Offset} }

func newCrew(t trial, in Instance, simulated *fake.Fake) *crew {
	c := &crew{Instance: in, trial: t, simulated: simulated, operands: newOperands(t), steps: manySteps, most: 16}
	if t.real != nil {
		c.steps = fewSteps
		if block := t.model().mostNew(1); block > 0 {
			c.most = int(max(1, min(uint64(c.most), t.allowance()/block/goroutines)))
		}
	}
	return c
}

// work is one goroutine's part: it frees all it allocated. On a simulated device
// it makes native allocations fail, its own or another's.
func (c *crew) work(r *rand.Rand) error {
	var mine []held
	for step := range c.steps {
		if len(mine) < c.most && step < c.steps-c.most {
			h, err := c.take(r)
			if err != nil {
				return err
			}
			if h.handle != 0 {
				mine = append(mine, h)
			}
		}
		if len(mine) == 0 || r.Intn(2) == 0 && step < c.steps-c.most {
			continue
		}
		k := r.Intn(len(mine))
		if err := c.giveBack(mine[k]); err != nil {
			return err
		}
		mine[k] = mine[len(mine)-1]
		mine = mine[:len(mine)-1]
		if step%256 == 0 {
			c.Reclaim()
			c.Usage()
		}
	}
	for _, h := range mine {
		if err := c.giveBack(h); err != nil {
			return err
		}
	}
	return nil
}

// take allocates a region, unless others hold what there is.
func (c *crew) take(r *rand.Rand) (h held, err error) {
	if d := c.simulated; d != nil && r.Intn(64) == 0 && d.Pending() < mostFaults {
		fault := c.operands.fault(r)
		d.FailNth(fake.Allocate, fault.ID, fault.Result)
	}
	size := c.operands.small(r)
	handle, f := c.Alloc(size, c.operands.natural(r), 0)
	if f.failed() {
		return held{}, nil
	}
	at, f := c.Locate(handle)
	h = held{handle, at}
	if f.failed() || at.Size != size {
		return h, fmt.Errorf("law located: a live handle resolves to its region\nbroken: %v (%v) for %d bytes", at, f, size)
	}
	if _, twice := c.taken.LoadOrStore(h.place(), true); twice {
		return h, fmt.Errorf("law disjoint: the extents of live regions do not overlap\nbroken: %v is given twice", at)
	}
	return h, c.write(h)
}

// write writes a region, if it is one that is.
func (c *crew) write(h held) error {
	if !c.isWritten(h) {
		return nil
	}
	for at, n := range written(h.at.Size) {
		if f := c.CopyIn(h.handle, at, pattern(h.handle, at, n)); f.failed() {
			return fmt.Errorf("law kept: the host gets at the bytes of a live region\nbroken: CopyIn: %v", f)
		}
	}
	return nil
}

// look checks that a region, if it is one that is written, is as it was.
func (c *crew) look(h held) error {
	if !c.isWritten(h) {
		return nil
	}
	for at, n := range written(h.at.Size) {
		found := make([]byte, n)
		if f := c.CopyOut(h.handle, at, found); f.failed() || !bytes.Equal(found, pattern(h.handle, at, n)) {
			return fmt.Errorf("law kept: the bytes of a live region stay as the host wrote them\nbroken: those of %v do not (%v)", h.at, f)
		}
	}
	return nil
}

// giveBack frees a region, which must be as it was.
func (c *crew) giveBack(h held) error {
	if at, f := c.Locate(h.handle); f.failed() || at != h.at {
		return fmt.Errorf("law located: a region never moves\nbroken: %v (%v), and %v before", at, f, h.at)
	}
	if err := c.look(h); err != nil {
		return err
	}
	c.taken.Delete(h.place())
	if f := c.Free(h.handle); f.failed() {
		return fmt.Errorf("law stale: a live handle is freed once\nbroken: %v", f)
	}
	return nil
}

// isWritten reports whether a region is written to: not one that the host cannot
// see, nor in a block that the device may not map.
func (c *crew) isWritten(h held) bool {
	if !c.trial.written {
		return false
	}
	_, typ, f := c.Memory(h.handle)
	return !f.failed() && c.trial.profile.Types[typ].Flags&vkrt.HostVisible != 0 &&
		(c.trial.real != nil || c.BlockSize(h.at.Block) <= simulatedMapLimit)
}
