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
}

// trials returns the subject on every device that it is tried on: on the one
// that it is pinned to, or on made-up ones and some that there are.
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
	devices, doublings := append(d.madeUp(), real()...), 40
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
			list = append(list, trial{s, &p})
		}
	}
	if len(list) == 0 {
		return nil, errors.New("the subject's New refuses every device")
	}
	return list, nil
}

// opensOn asks whether the subject can be made on a device. It may refuse one
// for the sake of other arenas than its own, but never accepts one that its own
// cannot work with.
func (s Subject) opensOn(p *vkrt.Profile) (opens bool, err error) {
	_, opens = s.NewOn(fake.New(*p, fake.Options{}).Device())
	if opens && !s.Declaration.opensOn(p) {
		return false, fmt.Errorf("the subject's New accepts the device %q, none of whose heaps has room for a page", p.Name)
	}
	return opens, nil
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

// model returns the model of a fresh instance.
func (t trial) model() *model { return newModel(t.Declaration, t.profile) }

// open makes an instance, and the device that it is on: a simulated one, of
// which it is the only user.
func (t trial) open() (Instance, *fake.Fake) {
	var device *fake.Fake
	if t.profile != nil {
		device = fake.New(*t.profile, fake.Options{Untouched: true})
	}
	return t.openOn(device), device
}

// openOn makes an instance on a device that may have other users, or on the
// host if it is nil.
func (t trial) openOn(device *fake.Fake) Instance {
	if device == nil {
		return t.New()
	}
	in, opens := t.NewOn(device.Device())
	if !opens {
		panic("New refuses a device that it accepted before")
	}
	return in
}
