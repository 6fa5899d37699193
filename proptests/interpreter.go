package proptests

import (
	"cmp"
	"fmt"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/trace"
)

// interpreter applies operations to an instance and to its model side by side
// and holds the instance to the laws. It is total: every operation means
// something in every state. After a broken law it does nothing more.
type interpreter struct {
	Instance
	trial  trial
	laws   []law
	model  *model
	device *vkrt.Device // that the instance is on; nil on the host
	fake   *fake.Fake   // that simulates the device; nil for a real one
	others account      // what other users hold of the device
	ops    []trace.Op   // so far
	broken error

	siblings siblings
	every    int // operations between two checks of the costly laws; 0 = as many as regions live

	allowance uint64 // bytes that the arena may reserve
	visits    uint64 // to the bytes of a region
	looks     uint64 // at the region whose turn it was

	names   map[uint64]uint64 // handle of the region that a name was last given to
	serials map[uint64]uint64 // of a live handle
	live    []allocation      // by ascending serial
	back    []allocation      // handed back by another stream, and not yet vacated
	gone    []uint64          // handles freed lately, the last one last
	count   uint64            // allocations served; the next serial
	waited  int               // operations since the costly laws were checked

	before, now observation
	step        step
}

// allocation is a live region as the instance first reported it.
type allocation struct {
	serial, handle uint64
	size, align    uint64
	extent         uint64 // bytes, as the model says
	at             Region
}

// observation is what an instance tells of itself.
type observation struct {
	usage []Usage
	peaks []Peak
}

// step is one call: what came back and what the model says should have.
type step struct {
	op        trace.Op
	got, want outcome
	served    *region // the model's, of an allocation that it serves
	existed   bool    // the block that an allocation lies in was there before
	hadRoom   bool    // so was the block that the model's lies in
	drained   bool    // what was handed back before went with the call
	spared    bool    // a request that was not made
	lost      error   // how the bytes of a region could not be had, or were not its own
}

// outcome is everything that a call returns.
type outcome struct {
	failure  Failure
	handle   uint64
	at       Region
	returned uint64      // bytes
	native   []fake.Call // calls to the driver
}

// goneKept is how many freed handles are tried again.
const goneKept = 8

func newInterpreter(t trial, every int) *interpreter {
	m := t.model()
	instance, device, simulated := t.open()
	in := &interpreter{
		Instance:  instance,
		trial:     t,
		laws:      laws,
		model:     m,
		device:    device,
		fake:      simulated,
		every:     every,
		allowance: t.allowance(),
		names:     make(map[uint64]uint64),
		serials:   make(map[uint64]uint64),
	}
	if m.device != nil {
		in.others = m.device.users
	}
	in.guard(in.begin)
	return in
}

// begin holds a fresh instance to the model of one.
func (in *interpreter) begin() error {
	if err := in.meet(); err != nil {
		return lawNamed("native").breach(err)
	}
	if err := in.observe(); err != nil {
		return err
	}
	in.step.op.Kind = trace.Reclaim // of nothing
	return in.check(everyOp)
}

// apply performs one operation and returns the law that is broken, if any.
func (in *interpreter) apply(op trace.Op) error {
	in.guard(func() error {
		if done, err := in.act(op); err != nil || !done {
			return err
		}
		in.waited++
		if in.waited < in.every || in.every == 0 && in.waited <= 16+len(in.live) {
			return nil
		}
		in.waited = 0
		return in.check(sometimes)
	}, op)
	return in.broken
}

// act performs one operation, if it means a call, and checks the cheap laws.
func (in *interpreter) act(op trace.Op) (done bool, err error) {
	if !in.call(op) {
		return false, nil
	}
	if err := in.observe(); err != nil {
		return true, err
	}
	return true, in.check(everyOp)
}

// call performs one operation, and says whether it means a call.
func (in *interpreter) call(op trace.Op) bool {
	in.step = step{op: op}
	if !in.perform(op) {
		return false
	}
	if in.step.drained = len(in.model.back) < len(in.back); in.step.drained {
		in.back = in.back[:0]
	}
	in.lookAround()
	in.listen()
	return true
}

// relive performs operations after which every law was seen to hold before.
func (in *interpreter) relive(ops []trace.Op) {
	in.guard(func() error {
		for _, op := range ops {
			in.call(op)
		}
		return in.observe()
	}, ops...)
}

// guard runs f, which performs operations, unless a law is broken, and takes its error,
// or its panic, for a broken law.
func (in *interpreter) guard(f func() error, ops ...trace.Op) {
	if in.broken != nil {
		return
	}
	in.ops = append(in.ops, ops...)
	in.trial.watch.enter(in)
	defer func() {
		in.trial.watch.leave()
		if p := recover(); p != nil {
			in.broken = panicked(p)
		}
		if in.broken != nil && in.device != nil && in.fake == nil {
			in.abandon()
		}
	}()
	in.broken = f()
}

// abandon returns what a broken instance holds of a real device, as far as it
// still can, for others to be tried there.
func (in *interpreter) abandon() {
	defer func() { _ = recover() }()
	in.Clear()
	in.Close()
}

// perform makes the calls of op, and says whether there were any.
func (in *interpreter) perform(op trace.Op) bool {
	s := &in.step
	switch op.Kind {
	case trace.Alloc:
		if s.spared = in.spares(op.Size); s.spared {
			return false
		}
		in.alloc(op)
	case trace.Free:
		in.free(in.names[op.ID], nil)
	case trace.HandBack:
		in.free(in.names[op.ID], in.Others)
	case trace.FreeLive, trace.HandBackLive:
		if len(in.live) == 0 {
			return false
		}
		var others []Instance
		if op.Kind == trace.HandBackLive {
			others = in.Others
		}
		in.free(in.live[op.ID%uint64(len(in.live))].handle, others)
	case trace.Reclaim:
		s.got.returned, s.got.failure = in.Reclaim()
		s.want.returned, s.want.failure = in.model.reclaim()
	case trace.Clear:
		for _, a := range in.live {
			in.lookAt(a.handle)
		}
		s.got.failure = in.Clear()
		s.want.failure = in.model.clear()
		for _, a := range in.live {
			in.retire(a.handle)
		}
		in.live = in.live[:0]
	case trace.DryRun:
		if in.DryRun == nil {
			return false
		}
		s.got.failure = in.DryRun(op.ID != 0)
		s.want.failure = in.model.dryRun(op.ID != 0)
	case trace.Use:
		return in.use(in.names[op.ID])
	case trace.UseLive:
		return len(in.live) > 0 && in.use(in.live[op.ID%uint64(len(in.live))].handle)
	case trace.Fault:
		if in.fake == nil || op.ID == 0 || op.Result == vkrt.Success {
			return false
		}
		in.fake.FailNth(fake.Allocate, op.ID, op.Result)
		in.model.device.faults = append(in.model.device.faults, fault{op.ID, op.Result})
	case trace.Occupy:
		if in.fake == nil {
			return false
		}
		heap := uint32(op.ID % uint64(len(in.device.Heaps())))
		in.fake.Occupy(heap, op.Size)
		in.model.device.others[heap] = min(op.Size, in.device.Heaps()[heap].Size)
	case trace.Label:
		return false
	}
	return true
}

func (in *interpreter) alloc(op trace.Op) {
	got, want := &in.step.got, &in.step.want
	got.handle, got.failure = in.Alloc(op.Size, op.Align, op.Flags)
	if !got.failure.failed() && in.model.owner == 0 {
		in.model.owner = in.model.marks(got.handle)
	}
	if !got.failure.failed() {
		got.at, got.failure = in.Locate(got.handle)
	}
	before := in.model.acquired
	in.step.existed = in.model.blockSize(got.at.Block) != 0
	in.model.told = got
	want.handle, in.step.served, want.failure = in.model.alloc(op.Size, op.Align, op.Flags)
	in.model.told = nil
	var extent uint64
	if r := in.step.served; r != nil {
		want.at, extent = r.Region, r.extent
		in.step.hadRoom = r.block.serial <= before
	}
	in.names[op.ID] = got.handle
	if got.failure.failed() {
		return
	}
	in.live = append(in.live, allocation{in.count, got.handle, op.Size, op.Align, extent, got.at})
	in.serials[got.handle] = in.count
	in.count++
	if r := in.step.served; in.trial.written && r != nil && in.model.isReachable(r) && (r.block.memory != 0 || in.visitIs(unmapping)) {
		in.step.lost = in.write(got.handle, r)
	}
}

// spares reports whether a request is not made, as the arena might reserve too
// much for it, or as what comes of it could not be told.
func (in *interpreter) spares(size uint64) bool {
	if !in.trial.written {
		return in.model.isUnsure()
	}
	reserved, most := in.model.reserved(), in.model.mostNew(size)
	return most > in.allowance || reserved > in.allowance-most || in.model.isUnsure()
}

// use uses the memory of a region, where it may be the first to.
func (in *interpreter) use(handle uint64) bool {
	if in.DryRun == nil {
		return false
	}
	_, _, in.step.got.failure = in.Memory(handle)
	in.step.want.failure = in.model.use(handle)
	return true
}

// free frees a region in its own stream, or in one of others.
func (in *interpreter) free(handle uint64, others []Instance) {
	in.lookAt(handle)
	if len(others) > 0 {
		in.step.got.failure = others[handle%uint64(len(others))].Free(handle)
		in.step.want.failure = in.model.handBack(handle)
	} else {
		in.step.got.failure = in.Free(handle)
		in.step.want.failure = in.model.free(handle)
	}
	if serial, ok := in.serials[handle]; ok {
		i, _ := slices.BinarySearchFunc(in.live, serial, func(a allocation, serial uint64) int {
			return cmp.Compare(a.serial, serial)
		})
		if len(in.model.back) > len(in.back) {
			in.back = append(in.back, in.live[i])
		}
		in.live = slices.Delete(in.live, i, i+1)
		in.retire(handle)
	}
}

// retire notes that a handle is not live any more.
func (in *interpreter) retire(handle uint64) {
	delete(in.serials, handle)
	if len(in.gone) == goneKept {
		in.gone = slices.Delete(in.gone, 0, 1)
	}
	in.gone = append(in.gone, handle)
}

// observe asks the instance for its statistics.
func (in *interpreter) observe() error {
	in.before = in.now
	var f, g Failure
	in.now.usage, f = in.Usage()
	in.now.peaks, g = in.Peaks()
	if f.failed() || g.failed() {
		return fmt.Errorf("statistics refused: %v, %v", f, g)
	}
	return nil
}

// listen asks the device what it was called for since it last did. Only a
// simulated one tells. What is asked of buffers is the subject's own affair.
func (in *interpreter) listen() {
	if in.device == nil {
		return
	}
	calls := in.model.device.calls
	in.model.device.calls = nil
	if in.fake != nil {
		native := callsForMemory(in.fake)
		in.step.got.native, in.step.want.native = slices.DeleteFunc(native, in.siblings.concern), calls
		for i := range in.step.got.native {
			in.step.got.native[i].Dedicated = vkrt.Dedicated{} // its buffer, in an arena of buffers
		}
		in.fake.ForgetCalls()
	}
}

// callsForMemory returns the native calls but for those for buffers. Whether memory
// can have an address is left out of them: it follows from what a buffer is used
// for, and the device refuses to bind one to memory of the other sort.
func callsForMemory(f *fake.Fake) []fake.Call {
	calls := slices.DeleteFunc(f.Calls(), ofBuffers)
	for i := range calls {
		calls[i].DeviceAddress = false
	}
	return calls
}

// ofBuffers reports whether a native call is one for a buffer.
func ofBuffers(c fake.Call) bool {
	switch c.Kind {
	case fake.CreateBuffer, fake.DestroyBuffer, fake.BufferRequirements, fake.BindBuffer:
		return true
	}
	return false
}

// check holds the instance to the laws of a cost.
func (in *interpreter) check(c cost) error {
	for i := range in.laws {
		if law := &in.laws[i]; law.Cost == c {
			if err := law.check(in); err != nil {
				return law.breach(err)
			}
		}
	}
	return nil
}

// finish checks what holds at the end of a life: the costly laws, then those
// of closing, and returns the law that is broken, if any.
func (in *interpreter) finish() error {
	in.guard(func() error { return in.check(sometimes) })
	in.guard(func() error { return in.check(atEnd) })
	return in.broken
}
