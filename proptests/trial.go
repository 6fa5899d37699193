package proptests

import (
	"errors"
	"fmt"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// trial is a subject on one device, or on the host.
type trial struct {
	Subject
	profile *vkrt.Profile // nil = the host
	real    *vkrt.Device  // that has the profile; nil = a simulated one for each instance
	written bool          // regions that the host can see get bytes of their own
	others  int           // simulated devices that it is tried on as well

	source search // what tries it
	watch  *watch // over that; nil for none

	// Native allocations that New makes on a simulated device before those of the
	// arena, where that is known.
	preceding *vkrt.Memory
}

// trials returns the subject on every device that it is tried on: on the one
// that it is pinned to, on that of OnDevice, or on made-up ones and some that
// there are.
func (s Subject) trials() (list []trial, err error) {
	d := &s.Declaration
	if err := d.check(); err != nil {
		return nil, err
	}
	if d.Memory == nil && s.New == nil || d.Memory != nil && s.NewOn == nil {
		return nil, errors.New("no New for the host, or no NewOn for a device")
	}
	if d.Memory == nil {
		return []trial{{Subject: s}}, nil
	}
	if device := s.realDevice(); device != nil {
		t, err := s.tryOn(device)
		return []trial{t}, err
	}
	devices, doublings := append(d.madeUp(), known()...), 40
	if d.Pinned != nil {
		devices, doublings = []vkrt.Profile{*d.Pinned}, 0
	}
	for _, p := range devices {
		opens, err := s.opensOn(&p)
		for range doublings {
			if opens || err != nil {
				break
			}
			double(&p)
			opens, err = s.opensOn(&p)
		}
		if err != nil {
			return nil, err
		}
		if opens {
			list = append(list, trial{Subject: s, profile: &p, preceding: s.preceding(&p)})
		}
	}
	if len(list) == 0 {
		return nil, errors.New("the subject's New refuses every device")
	}
	for i := range list {
		list[i].others = len(list) - 1
	}
	return list, nil
}

// opensOn asks whether the subject can be made on a device. It may refuse one
// for the sake of other arenas than its own, but never accepts one that its own
// cannot work with.
func (s Subject) opensOn(p *vkrt.Profile) (opens bool, err error) {
	simulated := fake.New(*p, fake.Options{BufferAddress: true})
	_, opens = s.NewOn(simulated.Device())
	m := newModel(s.Declaration, p)
	switch {
	case !opens:
		return false, left(simulated)
	case !m.opens():
		return false, fmt.Errorf("the subject's New accepts the device %q, none of whose heaps has room for a page or block", p.Name)
	}
	got := callsForMemory(simulated)
	if at, _ := locate(m.device.calls, got, nil); at < 0 && len(got) > len(m.device.calls) {
		return false, nil // what other arenas hold leaves this one less than it would have alone
	}
	return true, nil
}

// left returns what a New that failed has not returned.
func left(simulated *fake.Fake) error {
	if live := simulated.Live(); len(live) > 0 || simulated.Device().AllocationCount() > 0 || len(simulated.Resources()) > 0 {
		return fmt.Errorf("the subject's New fails and leaves native memory: %v", live)
	}
	return nil
}

// double makes room on a device for larger pages.
func double(p *vkrt.Profile) {
	p.Limits.MaxMemoryAllocationSize = min(2*p.Limits.MaxMemoryAllocationSize, spacious)
	for i, h := range p.Heaps {
		p.Heaps[i].Size = min(2*h.Size, spacious)
	}
}

// name returns the name of the device, empty for the host.
func (t trial) name() string {
	if t.profile == nil {
		return ""
	}
	return t.profile.Name
}

// isSimulated reports whether native allocations can be made to fail.
func (t trial) isSimulated() bool { return t.profile != nil && t.real == nil }

// model returns the model of a fresh instance.
func (t trial) model() *model {
	m := newModel(t.Declaration, t.profile)
	if t.real != nil {
		m.device.users, m.device.mapLimit = accountOf(t.real), spacious
		m.device.account = m.device.users
	}
	m.opens()
	return m
}

// open makes an instance, and the device that it is on: the real one, or a
// simulated one of which it is the only user; none on the host.
func (t trial) open() (Instance, *vkrt.Device, *fake.Fake) {
	if !t.isSimulated() {
		return t.openOn(t.real), t.real, nil
	}
	simulated := fake.New(*t.profile, fake.Options{BufferAddress: true, Untouched: !t.written && !t.Declaration.guards()})
	return t.openOn(simulated.Device()), simulated.Device(), simulated
}

// openOn makes an instance on a device that may have other users, or on the
// host if it is nil.
func (t trial) openOn(device *vkrt.Device) Instance {
	if device == nil {
		return t.New()
	}
	in, opens := t.NewOn(device)
	if !opens {
		panic("New refuses a device that it accepted before")
	}
	return in
}
