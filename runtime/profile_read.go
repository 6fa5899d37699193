package vkrt

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// MaxProfile bounds a profile file, in bytes.
const MaxProfile = 1 << 20

// A ProfileError says what is wrong with a profile file: one or more problems,
// in the order of the file.
type ProfileError struct{ Problems []Problem }

// A Problem is one thing that is wrong with a profile file. Lines and columns
// count from 1, columns in bytes.
type Problem struct {
	File         string
	Line, Column int
	Message      string
}

// Error returns one line "file:line:column: message" for each problem.
func (e *ProfileError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
	}
	return strings.Join(lines, "\n")
}

// ReadProfile reads a profile file, src, which messages call name: a JSON
// object with the keys name, vendor, device_type, api_version, driver,
// memory_budget, deviations, heaps, types and limits, of which name,
// device_type, heaps and types are required. An absent or null limit is what
// Vulkan guarantees.
//
// An error is a *ProfileError with all problems of form: anything but UTF-8 and
// JSON, unknown, missing and repeated keys, values of a wrong type, unknown
// words. Whether the tables make sense is for [Profile.Verify] to say.
func ReadProfile(name string, src []byte) (Profile, error) {
	r := reader{name: name, src: src}
	p := Profile{Limits: GuaranteedLimits()}
	if r.valid() {
		r.dec = json.NewDecoder(bytes.NewReader(src))
		r.dec.UseNumber()
		r.profile(&p)
	}
	if len(r.problems) > 0 {
		slices.SortStableFunc(r.problems, func(a, b Problem) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		return Profile{}, &ProfileError{r.problems}
	}
	return p, nil
}

func (r *reader) profile(p *Profile) {
	r.object([]key{
		{"name", true, func() { r.text(&p.Name) }},
		{"vendor", false, func() { r.text(&p.Vendor) }},
		{"device_type", true, func() { r.deviceType(&p.DeviceType) }},
		{"api_version", false, func() { r.text(&p.APIVersion) }},
		{"driver", false, func() { r.text(&p.Driver) }},
		{"memory_budget", false, func() { r.flag(&p.MemoryBudget) }},
		{"deviations", false, func() {
			r.list(func() {
				var id string
				r.text(&id)
				p.Deviations = append(p.Deviations, id)
			})
		}},
		{"heaps", true, func() { r.list(func() { r.heap(p) }) }},
		{"types", true, func() { r.list(func() { r.memoryType(p) }) }},
		{"limits", false, func() { r.limits(&p.Limits) }},
	})
}

func (r *reader) heap(p *Profile) {
	var h Heap
	r.object([]key{
		{"size", true, func() { r.number(&h.Size, math.MaxUint64) }},
		{"flags", true, func() { r.flags((*uint32)(&h.Flags), heapWords) }},
	})
	p.Heaps = append(p.Heaps, h)
}

func (r *reader) memoryType(p *Profile) {
	var t Type
	var heap uint64
	r.object([]key{
		{"heap", true, func() { r.number(&heap, math.MaxUint32) }},
		{"flags", true, func() { r.flags((*uint32)(&t.Flags), memoryWords) }},
	})
	t.Heap = uint32(heap)
	p.Types = append(p.Types, t)
}

func (r *reader) limits(l *Limits) {
	keys := make([]key, len(limits))
	for i, row := range limits {
		keys[i] = key{row.key, false, func() {
			n := row.guaranteed
			if !r.null() {
				r.number(&n, row.top)
			}
			row.set(l, n)
		}}
	}
	r.object(keys)
}

func (r *reader) deviceType(t *DeviceType) {
	var word string
	if !r.text(&word) {
		return
	}
	i := slices.Index(deviceTypeWords, word)
	if i < 0 {
		r.problem("unknown device type %q, want one of %s", word, strings.Join(deviceTypeWords, ", "))
		return
	}
	*t = DeviceType(i)
}

// flags reads a list of words, each once.
func (r *reader) flags(set *uint32, words []string) {
	r.list(func() {
		var word string
		if !r.text(&word) {
			return
		}
		flag, ok := parseFlag(word, words)
		switch {
		case !ok:
			r.problem("unknown flag %q, want one of %s", word, strings.Join(words, ", "))
		case *set&flag != 0:
			r.problem("flag %q is there twice", word)
		}
		*set |= flag
	})
}
