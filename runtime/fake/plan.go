package fake

import (
	"fmt"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// A plan is something that happens once, at a call to come.
type plan struct {
	kind   Kind
	left   uint64 // calls of the kind until it happens, that one included
	result vkrt.Result
	panics bool
	value  any // of the panic
}

// FailNth makes the n-th call of a kind from here on, counted from 1, return a
// result and do nothing. Several plans may be under way; of two for one call
// the older one counts. It panics for a kind that cannot fail, for n of 0 and
// for Success.
func (f *Fake) FailNth(kind Kind, n uint64, result vkrt.Result) {
	f.mustFail(kind, result == vkrt.Success)
	f.add(plan{kind: kind, left: n, result: result})
}

// PanicOn makes the n-th call of a kind from here on, counted from 1, panic
// with a value before it does anything. Here any kind may be named, and Any
// means every kind.
func (f *Fake) PanicOn(kind Kind, n uint64, value any) {
	f.add(plan{kind: kind, left: n, panics: true, value: value})
}

// FailAll makes every call of a kind return a result and do nothing, until it
// is called again with Success.
func (f *Fake) FailAll(kind Kind, result vkrt.Result) {
	f.mustFail(kind, false)
	f.mu.Lock()
	defer f.mu.Unlock()
	for k := range kinds {
		if k == kind || kind == Any && k.canFail() {
			f.failing[k] = result
		}
	}
}

// RefuseAbove makes every allocation of more than size bytes return a result,
// until it is called again.
func (f *Fake) RefuseAbove(size uint64, result vkrt.Result) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ceiling, f.refusal = size, result
}

// Pending returns how many plans of FailNth and PanicOn are still to happen: a
// sweep over the n-th call has come to its end when its plan stays pending.
func (f *Fake) Pending() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.plans)
}

func (f *Fake) mustFail(kind Kind, wrong bool) {
	if wrong || kind != Any && !kind.canFail() {
		panic(fmt.Sprintf("fake: a call of kind %v cannot be planned to fail so", kind))
	}
}

func (f *Fake) add(p plan) {
	if p.left == 0 {
		panic("fake: calls are counted from 1")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.plans = append(f.plans, p)
}

// planned counts a call and returns the result that plans make it return, or
// Success. It panics if a plan says so. The caller holds the lock.
func (f *Fake) planned(c Call) vkrt.Result {
	var due *plan
	kept := f.plans[:0]
	for _, p := range f.plans {
		if p.kind == c.Kind || p.kind == Any && (p.panics || c.Kind.canFail()) {
			p.left--
		}
		if p.left > 0 {
			kept = append(kept, p)
		} else if due == nil {
			due = &p
		}
	}
	f.plans = kept
	switch {
	case due == nil:
		return f.failing[c.Kind]
	case due.panics:
		c.Panicked = true
		f.record(c)
		panic(due.value)
	}
	return due.result
}
