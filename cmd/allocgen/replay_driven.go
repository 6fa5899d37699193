package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/profiles"
	"github.com/allocgen/allocgen/runtime/trace"
	"github.com/allocgen/allocgen/spec"
)

// usualDevice is the built-in profile of the device that specs for vulkan are
// tried on where nothing names another: what many desktops have.
const usualDevice = "nvidia_rtx_3060_ti_linux"

// driven is an arena to replay recordings in.
type driven struct {
	path   string // of the spec, as the user wrote it
	plan   *spec.Plan
	arena  spec.Arena
	device *vkrt.Profile // nil on the host
}

// drive compiles specs and returns their arenas, or only those of one name.
func drive(c *console, specs []string, arena, device string) (list []driven, worst status) {
	for _, path := range specs {
		plan, answer := compile(c, path)
		worst = max(worst, answer)
		if answer != yes {
			continue
		}
		arenas, err := arenasOf(path, plan, arena, device)
		if err != nil {
			worst = max(worst, c.fail(err))
		}
		list = append(list, arenas...)
	}
	if worst == yes && device != "" && !slices.ContainsFunc(list, func(d driven) bool { return d.device != nil }) {
		worst = c.fail(fmt.Errorf("-device %s: %s is for target host, where there is no device", device, strings.Join(specs, ", ")))
	}
	return list, worst
}

// arenasOf returns the arenas of one plan.
func arenasOf(path string, plan *spec.Plan, arena, device string) (list []driven, err error) {
	var profile *vkrt.Profile
	if plan.Target == spec.Vulkan {
		if profile, err = deviceOf(plan, device); err != nil {
			return nil, err
		}
	}
	bare := *plan
	bare.Tests = false
	var names []string
	for _, a := range plan.Arenas {
		names = append(names, a.Name)
		if arena == "" || a.Name == arena {
			list = append(list, driven{path, &bare, a, profile})
		}
	}
	if list != nil {
		return list, nil
	}
	if near := nearest(arena, names); near != "" {
		return nil, refuse("%s: no arena %q; did you mean %s?", path, arena, near)
	}
	return nil, refuse("%s: no arena %q, there is %s", path, arena, strings.Join(names, ", "))
}

// deviceOf returns the profile of the device that a plan runs on.
func deviceOf(plan *spec.Plan, device string) (*vkrt.Profile, error) {
	if device == "" && plan.Device != nil {
		return plan.Device, nil
	}
	if device == "" {
		device = usualDevice
	}
	if p, built := profiles.ByName(device); built {
		return &p, nil
	}
	src, err := os.ReadFile(device)
	if errors.Is(err, fs.ErrNotExist) && filepath.Base(device) == device {
		var names []string
		for name := range profiles.All() {
			names = append(names, name)
		}
		if near := nearest(device, names); near != "" {
			return nil, fmt.Errorf("-device %s: neither a file nor a built-in profile; did you mean %s?", device, near)
		}
		return nil, fmt.Errorf("-device %s: neither a file nor a built-in profile, such as %s", device, strings.Join(names, ", "))
	}
	if err != nil {
		return nil, err
	}
	p, err := vkrt.ReadProfile(device, src)
	return &p, err
}

// name is how messages name the arena.
func (d driven) name() string { return d.path + ": arena " + d.arena.Name }

// warn says what of a recording the arena cannot do.
func (d driven) warn(c *console, r recording, capacity uint64) {
	known := trace.Flags(0)
	for _, f := range d.plan.Flags() {
		known |= trace.Flags(f.Bit)
	}
	host := d.plan.Target == spec.Host
	if !host {
		known |= trace.Optimal
	}
	lacking, faults, occupied, back, dry := map[string]int{}, 0, 0, 0, 0
	for _, op := range r.Ops {
		switch op.Kind {
		case trace.Alloc:
			if missing := op.Flags &^ known; missing != 0 {
				lacking[words(missing)]++
			}
		case trace.Fault:
			faults++
		case trace.Occupy:
			occupied++
		case trace.HandBack, trace.HandBackLive:
			back++
		case trace.DryRun, trace.Use, trace.UseLive:
			dry++
		}
	}
	say := func(n int, thing, why string) {
		if n > 0 {
			c.say("%s: %s: %s", d.name(), r.name, plural(n, thing)+" "+why)
		}
	}
	for _, flags := range slices.Sorted(maps.Keys(lacking)) {
		say(lacking[flags], "allocation", "with "+flags+", which the package does not have: refused")
	}
	if host {
		say(faults, "fault", "of native allocations, of which the host has none: left out")
		say(occupied, "line", "on other programs' memory, of which the host knows nothing: left out")
	}
	if d.plan.Streams < 2 {
		say(back, "free", "in another stream, of which there is none: done as others")
	}
	if !d.plan.DryRun {
		say(dry, "line", "of dry runs, which the package does not have: left out")
	}
	_, says := r.Capacity()
	if len(d.plan.SizedAtNew()) > 0 && !says && capacity == 0 {
		c.say("%s: %s does not say its capacity, and a pool has it from New: give -capacity", d.name(), r.name)
	}
}

// words spells flags, as recordings do.
func words(flags trace.Flags) string {
	line := trace.Op{Kind: trace.Alloc, Flags: flags}.String()
	return strings.Join(strings.Fields(line)[len(strings.Fields(trace.Op{Kind: trace.Alloc}.String())):], " ")
}
