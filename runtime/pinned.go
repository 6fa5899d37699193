package vkrt

import "slices"

// Satisfies reports whether code that was made for a device with tables p works
// on this one: it has the same memory types, the same heaps or larger ones, and
// limits that are as good. Names and versions don't matter.
func (d *Device) Satisfies(p Profile) bool {
	for _, row := range limits {
		if row.key == "optimal_buffer_copy_offset_alignment" {
			continue // a recommendation
		}
		has, wants := row.get(&d.profile.Limits), row.get(&p.Limits)
		if row.most && has > wants || !row.most && has < wants {
			return false
		}
	}
	return slices.Equal(d.profile.Types, p.Types) && slices.EqualFunc(d.profile.Heaps, p.Heaps, func(has, wants Heap) bool {
		return has.Flags == wants.Flags && has.Size >= wants.Size
	})
}
