package proptests

import (
	"errors"

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
	devices := append(d.madeUp(), real()...)
	if d.Pinned != nil {
		devices = []vkrt.Profile{*d.Pinned}
	}
	for _, p := range devices {
		if d.opensOn(&p) {
			list = append(list, trial{s, &p})
		}
	}
	if len(list) == 0 {
		return nil, errors.New("no device has room for a page")
	}
	return list, nil
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
		device = fake.New(*t.profile, fake.Options{})
	}
	return t.openOn(device), device
}

// openOn makes an instance on a device that may have other users, or on the
// host if it is nil.
func (t trial) openOn(device *fake.Fake) Instance {
	if device == nil {
		return t.New()
	}
	return t.NewOn(device.Device())
}
