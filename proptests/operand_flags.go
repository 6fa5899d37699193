package proptests

import (
	"math/rand"
	"slices"

	"github.com/allocgen/allocgen/runtime/trace"
)

// flagOperands draws flags that matter to one declaration.
type flagOperands struct {
	known    []Flags // one bit each
	hasKinds bool    // a request may be for an image, and it matters where that goes
	onDevice bool
}

func newFlagOperands(m *model) flagOperands {
	o := flagOperands{onDevice: m.device != nil}
	for _, flag := range trace.AllFlags() {
		if m.Flags&flag != 0 {
			o.known = append(o.known, flag)
		}
	}
	o.hasKinds = o.onDevice && slices.ContainsFunc(m.pools, func(p *modelPool) bool { return p.Contents == images || p.Contents == mixed })
	return o
}

// anyFlags draws none most of the time, or one or two that the package knows, and
// rarely some that it refuses.
func (o *flagOperands) anyFlags(r *rand.Rand) (flags Flags) {
	if o.hasKinds && r.Intn(2) == 0 || o.onDevice && r.Intn(32) == 0 {
		flags = Optimal
	}
	switch n := r.Intn(96); {
	case n == 0:
		return Flags(r.Intn(1 << len(trace.AllFlags())))
	case n < 36 && len(o.known) > 0:
		flags |= o.oneFlag(r)
		if n < 6 {
			flags |= o.oneFlag(r)
		}
	}
	return flags
}

func (o *flagOperands) oneFlag(r *rand.Rand) Flags { return o.known[r.Intn(len(o.known))] }

// sameFlags draws what all requests of a phase have in common, and how to draw
// what else they ask for.
func (o *flagOperands) sameFlags(r *rand.Rand) func(*rand.Rand) Flags {
	if len(o.known) == 0 || r.Intn(4) != 0 {
		return o.anyFlags
	}
	same := o.oneFlag(r)
	return func(r *rand.Rand) Flags {
		if o.hasKinds && r.Intn(2) == 0 {
			return same | Optimal
		}
		return same
	}
}
