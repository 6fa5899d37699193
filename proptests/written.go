package proptests

import (
	"bytes"
	"fmt"
	"iter"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// A region that the host can see is written to when it is allocated, with bytes
// of its own, and looked at before it is freed and now and then in between.
// Either is done in one of two ways: by copies, or in place.

// spot is how many bytes are written at a time, and spots in how many places of
// a large region, beside its end.
const spot, spots = 256, 16

// written returns the offset and length of every part of a region of size bytes
// that is written to: of all of it if it is small, and always its ends.
func written(size uint64) iter.Seq2[uint64, uint64] {
	return func(yield func(offset, length uint64) bool) {
		for at := uint64(0); at+spot < size; at += max(spot, size/spots) {
			if !yield(at, spot) {
				return
			}
		}
		end := max(size, spot) - spot
		yield(end, size-end)
	}
}

// pattern returns the bytes of a region, by its handle, at a part of it.
func pattern(handle, offset, length uint64) []byte {
	bytes := make([]byte, length)
	at := handle*0x9e3779b97f4a7c15 + offset
	for i := range bytes {
		bytes[i] = byte((at + uint64(i)) * 0xd1342543de82ef95 >> 56)
	}
	return bytes
}

// write writes a region.
func (in *interpreter) write(handle uint64, r *region) error {
	if ready, err := in.useFirst(handle, r); !ready {
		return err
	}
	place, err := in.enter(handle, r)
	if err != nil {
		return err
	}
	for at, n := range written(r.Size) {
		own := pattern(handle, at, n)
		if place == nil {
			err = agree("CopyIn", in.CopyIn(handle, at, own), in.model.copied(fake.Flush, r, at, n))
		} else {
			copy(place[at:], own)
			err = agree("Flush", in.Flush(handle, at, n), in.model.sync(fake.Flush, r, at, n))
		}
		if err != nil {
			return err
		}
	}
	r.marked = true
	return in.leave(handle, r)
}

// look checks that a region is as it was written, if it was.
func (in *interpreter) look(handle uint64, r *region) error {
	if ready, err := in.useFirst(handle, r); !ready || !r.marked {
		return err
	}
	place, err := in.enter(handle, r)
	if err != nil {
		return err
	}
	for at, n := range written(r.Size) {
		found := make([]byte, n)
		if place == nil {
			err = agree("CopyOut", in.CopyOut(handle, at, found), in.model.copied(fake.Invalidate, r, at, n))
		} else {
			err = agree("Invalidate", in.Invalidate(handle, at, n), in.model.sync(fake.Invalidate, r, at, n))
			copy(found, place[at:])
		}
		if err == nil && !bytes.Equal(found, pattern(handle, at, n)) {
			err = fmt.Errorf("%s, %v: its bytes from %d on are not what was written", describe(handle), r.Region, at)
		}
		if err != nil {
			return err
		}
	}
	return in.leave(handle, r)
}

// enter begins a visit to the bytes of a region. Where it is to be made in
// place it returns them, and otherwise nil.
func (in *interpreter) enter(handle uint64, r *region) (place []byte, err error) {
	in.visits++
	if !in.visitIs(inPlace) {
		return nil, nil
	}
	first, f := in.Map(handle) // refused where it is mapped already
	if err := agree("Map", f, in.model.mapRegion(r)); err != nil {
		return nil, err
	}
	place, f = in.Bytes(handle)
	if err := agree("Bytes", f, in.model.bytes(r)); err != nil {
		return nil, err
	}
	if uint64(len(place)) != r.Size || first != nil && &first[0] != &place[0] {
		return nil, fmt.Errorf("%s, %v: Map and Bytes give %d and %d bytes, or not the same", describe(handle), r.Region, len(first), len(place))
	}
	return place, nil
}

// leave ends a visit, and every other time the map that one has made, or that
// none has.
func (in *interpreter) leave(handle uint64, r *region) error {
	if !in.visitIs(unmapping) {
		return nil
	}
	return agree("Unmap", in.Unmap(handle), in.model.unmap(r))
}

// The ways of a visit, each of which every other visit has, in all combinations.
const (
	inPlace = 1 << iota
	unmapping
)

// visitIs reports whether the visit at hand has a way: by the golden ratio, so
// that no rhythm of the operations meets the same way over and over.
func (in *interpreter) visitIs(way uint64) bool {
	return in.visits*0x9e3779b97f4a7c15>>62&way != 0
}

// agree returns how a call did not do what the model says.
func agree(call string, got, want Failure) error {
	if got != want {
		return fmt.Errorf("%s: %v instead of %v", call, got, want)
	}
	return nil
}

// lookAt checks a live region, if it was written.
func (in *interpreter) lookAt(handle uint64) {
	r, f := in.model.find(handle)
	if in.step.lost == nil && in.trial.written && !f.failed() && in.model.isReachable(r) {
		in.step.lost = in.look(handle, r)
	}
}

// lookAround checks the live region whose turn it is.
func (in *interpreter) lookAround() {
	if len(in.live) > 0 {
		in.looks++
		in.lookAt(in.live[in.looks%uint64(len(in.live))].handle)
	}
}

func checkKept(in *interpreter) error { return in.step.lost }

// writtenShare is for how many operations on simulated devices one stands that
// writes to what it allocates.
const writtenShare = 8

// writing looks for regions that share bytes, or whose bytes are to be had
// elsewhere, where the host can see memory of the arena. On a real device every
// search does.
func writing(t trial, c config) *counterexample {
	if !t.isSimulated() || !t.isVisible() {
		return nil
	}
	t.written = true
	if found := short(t, c.seed, c.ops/writtenShare); found != nil {
		return found
	}
	return seeded(t, c.seed, c.seeded/writtenShare)
}

// isVisible reports whether the host can see memory that may serve the arena.
func (t trial) isVisible() bool {
	return slices.ContainsFunc(t.model().types, func(m memoryType) bool {
		return t.profile.Types[m.index].Flags&vkrt.HostVisible != 0
	})
}
