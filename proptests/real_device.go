package proptests

import (
	"errors"
	"fmt"
	"sync"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// chosen is the device of OnDevice. Of the subjects tried on it one at a time
// is, so that its account is that of one arena.
var chosen struct {
	sync.Mutex // held while the device is in use
	device     *vkrt.Device
}

// OnDevice makes Run and Replay try every arena in memory of a device on this
// one, unless it is pinned to another, and not on simulated ones; nil takes that back. It
// must be called before them, such as by TestMain, and only they may use the
// device until they have returned.
//
// Every region that the host can see is written to there and checked. No native
// allocation is made to fail, and requests for which there might be no memory
// are left out: an arena reserves at most 256 MiB, and a quarter of a heap. A
// fortieth of the operations is tried.
func OnDevice(device *vkrt.Device) {
	chosen.Lock()
	defer chosen.Unlock()
	chosen.device = device
}

// realShare is for how many operations on simulated devices one on a real
// device stands.
const realShare = 40

// realScope is the length of the sequences that are all tried there.
const realScope = 3

// onReal returns what is tried on a real device.
func (c config) onReal() config {
	return config{ops: c.ops / realShare, seeded: c.seeded / realShare, seed: c.seed, scope: realScope}
}

// realDevice returns the device of OnDevice if the subject is to be tried on it,
// or nil.
func (s Subject) realDevice() *vkrt.Device {
	device, pinned := chosen.device, s.Declaration.Pinned
	if s.Declaration.Memory == nil || device == nil || pinned != nil && !device.Satisfies(*pinned) {
		return nil
	}
	return device
}

// claim waits for the device of OnDevice, if the subject is tried on it, and
// returns what ends the use of it.
func (s Subject) claim() (release func()) {
	if s.realDevice() == nil {
		return func() {}
	}
	chosen.Lock()
	return chosen.Unlock
}

// tryOn returns the subject on a real device.
func (s Subject) tryOn(device *vkrt.Device) (trial, error) {
	profile := device.Profile()
	t := trial{Subject: s, profile: &profile, real: device, written: true}
	in, opens := s.NewOn(device)
	if opens {
		in.Close()
	}
	switch block := t.model().mostNew(1); {
	case !opens:
		return t, fmt.Errorf("the subject's New refuses the device %q", profile.Name)
	case !s.Declaration.opensOn(&profile):
		return t, errors.New("the subject's New accepts a device none of whose heaps has room for a page")
	case block > t.allowance():
		return t, fmt.Errorf("a block of %d bytes is more than what is tried on the device %q, %d", block, profile.Name, t.allowance())
	}
	return t, nil
}
