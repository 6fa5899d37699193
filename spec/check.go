package spec

import (
	"fmt"
	"math"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// check reports what is wrong with values that are sound each by itself.
func check(r *reporter, file *object, device *vkrt.Profile) {
	target := Target(file.value("target").text)
	arenas, streams := file.value("arenas").items, streamsOf(file)
	checkNames(r, arenas)
	for _, a := range arenas {
		checkMemory(r, a, device, streams)
		checkCustom(r, a)
		checkStreams(r, a, streams)
		atom := Arena{Memory: memoryOf(a)}.Atom(target, device)
		earlier := reach{tilings: tilingsOf(target, a.value("buffers").set != nil)}
		share := uint64(math.MaxUint64) / uint64(len(arenas)) / max(streams, 1)
		for _, p := range a.value("pools").items {
			kind, ok := p.sound("kind")
			if !ok {
				continue
			}
			if !checkKind(r, Kind(kind[0].text), target, a, p, atom) {
				continue
			}
			if target == Host {
				share = checkShare(r, p, share)
			}
			earlier.check(r, p, a.value("alignment").num)
		}
	}
}

// checkKind reports what is wrong with a pool of a kind, and whether nothing
// keeps it from working.
func checkKind(r *reporter, kind Kind, target Target, a, p *object, atom uint64) (ok bool) {
	if kind.isBlocks() {
		return checkBlocks(r, kind, target, a, p, atom)
	}
	switch kind {
	case SlicedPages:
		ok = checkContents(r, kind, a, p)
		return checkSliced(r, a, p, atom) && ok
	case ExclusivePages:
		limit, alignment := p.value("max_alloc_size"), a.value("alignment")
		return limit.ok && alignment.ok && checkMultiple(r, "max_alloc_size", limit, unitOf(alignment.num, atom))
	case Direct:
		return true
	}
	panic("pool kind without rules: " + kind)
}

// A unit is what sizes are to be multiples of.
type unit struct {
	bytes uint64
	what  string
}

// unitOf returns the larger of an arena's alignment and the atom that its
// regions may be rounded to.
func unitOf(alignment, atom uint64) unit {
	return unit{alignment, "the alignment"}.or(unit{atom, "the atom of memory that is not host_coherent"})
}

// or returns the larger of two units.
func (u unit) or(other unit) unit {
	if other.bytes > u.bytes {
		return other
	}
	return u
}

// checkMultiple reports whether a size is a multiple of a unit, and says so if
// it is not.
func checkMultiple(r *reporter, key string, v value, of unit) bool {
	rest := v.num % of.bytes
	if rest == 0 {
		return true
	}
	up := inUnits(v.num - rest + of.bytes)
	hint := "the nearest multiple is " + up
	if down := v.num - rest; down > 0 {
		hint = "the nearest multiples are " + inUnits(down) + " and " + up
	}
	r.report(ruleMultiple, v.at, fmt.Sprintf("%s %s is not a multiple of %s, %s",
		key, inUnits(v.num), of.what, inUnits(of.bytes)), hint)
	return false
}
