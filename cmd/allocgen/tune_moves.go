package main

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/allocgen/allocgen/runtime/replay"
	"github.com/allocgen/allocgen/spec"
)

// A move changes keys of one pool.
type move struct {
	pool int // index
	sets []keySet
}

// A keySet is the new value of a key, as the spec says it; "" takes the key away. A
// dot leads to a key of a key's value.
type keySet struct{ key, value string }

// String says what changes.
func (s keySet) String() string {
	if s.value == "" {
		return "no " + s.key
	}
	return s.key + ": " + s.value
}

// mover makes the moves of one pool.
type mover struct {
	pool      int
	plan      spec.Pool
	last      bool        // no pool is tried behind it
	host      bool        // on target host
	keeps     bool        // it promises what another kind does not: guards, an alignment, custom pools
	alignment uint64      // bytes
	peak      replay.Peak // the highest in any recording
	largest   uint64      // bytes, of the requests of all recordings
	moves     []move
}

// movesOf returns the moves from a plan, those measured by its figures first.
func movesOf(d driven, figures []replay.Figures, largest uint64) (moves []move) {
	for i, p := range d.arena.Pools {
		m := mover{pool: i, plan: p, last: i == len(d.arena.Pools)-1, host: d.plan.Target == spec.Host,
			keeps:     p.IsBlocks() && (d.arena.CustomPools > 0 || p.Uint("margin") > 0 || p.Uint("min_alignment") > 1),
			alignment: p.Granule(d.arena.Alignment), peak: highest(figures, i), largest: largest}
		m.add()
		moves = append(moves, m.moves...)
	}
	return moves
}

// highest returns the highest figures of a pool in any recording.
func highest(figures []replay.Figures, pool int) (peak replay.Peak) {
	for _, f := range figures {
		p := f.Pools[pool]
		peak.BytesReserved = max(peak.BytesReserved, p.BytesReserved)
		peak.BytesInUse = max(peak.BytesInUse, p.BytesInUse)
		peak.NumberAllocs = max(peak.NumberAllocs, p.NumberAllocs)
		peak.NumberBlocks = max(peak.NumberBlocks, p.NumberBlocks)
		peak.LargestRequest = max(peak.LargestRequest, p.LargestRequest)
	}
	return peak
}

func (m *mover) move(sets ...keySet) { m.moves = append(m.moves, move{m.pool, sets}) }

// add makes the moves that the pool's kind has, and those to other kinds. A
// strategy of the user's own stays.
func (m *mover) add() {
	switch m.plan.Kind {
	case spec.SlicedPages:
		m.pages()
		m.toRanges()
	case spec.ExclusivePages:
		m.periods()
		m.move(keySet{"growth", m.other("growth", "exact", "average")})
		m.toRanges()
	case spec.Direct:
		for _, part := range []uint64{4, 5, 8} {
			m.move(keySet{"reclaim_at", m.size(m.peak.BytesInUse / 4 * part)})
		}
		m.toRanges()
	case spec.TLSF:
		m.strategies()
		fallthrough
	case spec.Linear:
		m.blocks()
		if !m.keeps {
			m.toOther()
		}
	default:
		m.blocks()
	}
}

// size spells a size, rounded up to the alignment.
func (m *mover) size(n uint64) string {
	n = max(n+m.alignment-1, m.alignment) / m.alignment * m.alignment
	unit := 0
	for n%1024 == 0 && unit < 4 {
		n, unit = n/1024, unit+1
	}
	return strconv.FormatUint(n, 10) + []string{"", "KiB", "MiB", "GiB", "TiB"}[unit]
}

// other returns the first of two words that the key does not have.
func (m *mover) other(key, a, b string) string {
	if m.plan.Word(key) == a {
		return b
	}
	return a
}

// factors are what sizes are tried at, times a half.
var factors = []uint64{1, 4}

// ladder returns the sizes that blocks of the pool are tried at, the measured ones
// first: what was in use at most, in a block or in several, and the powers of two
// from the largest request to that.
func (m *mover) ladder() (sizes []uint64) {
	const page = 4 << 10
	used := max(m.peak.BytesInUse, m.largest)
	for _, parts := range []uint64{1, 2, 4, 8, 16, 32} {
		if size := (used/parts + page - 1) / page * page; size >= m.alignment {
			sizes = append(sizes, size, size+size/8/page*page)
		}
	}
	for size := uint64(page); size <= 2*used; size *= 2 {
		if size >= used/64 || size >= m.largest {
			sizes = append(sizes, size)
		}
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// pages makes the moves of a pool of sliced pages.
func (m *mover) pages() {
	m.periods()
	page, slice := m.plan.Uint("page_size"), m.plan.Uint("max_slice_size")
	for _, size := range m.ladder() {
		m.move(keySet{"page_size", m.size(max(size, slice))})
		if m.last {
			m.move(keySet{"page_size", m.size(max(size, m.largest))}, keySet{"max_slice_size", m.size(m.largest)})
		}
	}
	for _, f := range factors {
		m.move(keySet{"page_size", m.size(max(page*f/2, slice))})
		m.move(keySet{"max_slice_size", m.size(slice * f / 2)}, keySet{"page_size", m.size(max(page, slice*f/2))})
	}
}

// periods makes the moves of dealloc_period.
func (m *mover) periods() {
	for _, period := range []string{"1", "16", "256", ""} {
		m.move(keySet{"dealloc_period", period})
	}
}

// strategies makes the moves to each strategy. A list stays: programs name them.
func (m *mover) strategies() {
	if all := m.plan.Uint("strategies"); all&(all-1) != 0 {
		return
	}
	for _, word := range []string{"min_memory", "min_offset", "min_time"} {
		m.move(keySet{"strategy", word})
	}
}

// blocks makes the moves of a pool of blocks: to other policies, and to other sizes
// of blocks. Fixed blocks of a size that New is told stay.
func (m *mover) blocks() {
	policy := m.plan.Policy()
	if policy == spec.Fixed && m.plan.Uint("block_size") == 0 {
		return
	}
	if policy != spec.Separate && policy != spec.Fixed {
		m.periods()
		m.move(keySet{"min_blocks", ""})
		m.move(keySet{"max_blocks", ""})
	}
	for _, size := range m.ladder() {
		m.move(m.pooled(size))
	}
	m.move(keySet{"policy", "separate"}, keySet{"min_blocks", ""}, keySet{"max_blocks", ""}, keySet{"dealloc_period", ""})
	if !m.host {
		m.move(keySet{"policy", "automatic"})
		m.move(keySet{"policy", "{adaptive: {block_size: 64MiB, min_block_size: 1MiB}}"})
	}
	if !m.last {
		m.move(keySet{"max_size", m.size(m.peak.LargestRequest / 2)})
		m.move(keySet{"max_size", m.size(m.peak.LargestRequest / 8)})
	}
}

// pooled is blocks of one size. Fixed blocks remain such.
func (m *mover) pooled(size uint64) keySet {
	if policy := m.plan.Policy(); policy == spec.Fixed || policy == spec.Pooled {
		return keySet{"policy." + string(policy) + ".block_size", m.size(size)}
	}
	return keySet{"policy", fmt.Sprintf("{pooled: {block_size: %s}}", m.size(size))}
}

// toRanges makes the moves from pages and single allocations to ranges of blocks.
// A pool that others follow keeps what it accepts.
func (m *mover) toRanges() {
	sets := []keySet{{"kind", string(spec.TLSF)}}
	for _, key := range keysOfOwn(m.plan) {
		sets = append(sets, keySet{key, ""})
	}
	if accepted := m.accepts(); !m.last {
		sets = append(sets, keySet{"max_size", m.size(accepted)})
	}
	for _, size := range m.ladder() {
		m.move(append(slices.Clone(sets), keySet{"policy", fmt.Sprintf("{pooled: {block_size: %s}}", m.size(size))})...)
	}
}

// accepts is the largest size that the pool accepts.
func (m *mover) accepts() uint64 {
	switch m.plan.Kind {
	case spec.SlicedPages:
		return m.plan.Uint("max_slice_size")
	case spec.ExclusivePages:
		return m.plan.Uint("max_alloc_size")
	case spec.Direct:
		return m.largest
	}
	return min(m.plan.Uint("max_size"), m.largest)
}

// toOther makes the moves from ranges to pages and single allocations.
func (m *mover) toOther() {
	drop := func(kind spec.Kind, sets ...keySet) {
		all := []keySet{{"kind", string(kind)}}
		for _, key := range keysOfOwn(m.plan) {
			all = append(all, keySet{key, ""})
		}
		m.move(append(all, sets...)...)
	}
	if m.last {
		drop(spec.Direct, keySet{"reclaim_at", m.size(m.peak.BytesInUse)})
	}
	drop(spec.ExclusivePages, keySet{"max_alloc_size", m.size(m.accepts())})
	for _, size := range m.ladder() {
		drop(spec.SlicedPages, keySet{"page_size", m.size(max(size, m.accepts()))}, keySet{"max_slice_size", m.size(m.accepts())})
	}
}

// keysOfOwn returns the keys that a pool's kind has and not every kind.
func keysOfOwn(p spec.Pool) (keys []string) {
	for _, f := range spec.Fields() {
		if f.Scope == spec.Scope(p.Kind) && f.Key != "contents" {
			keys = append(keys, f.Key)
		}
	}
	return keys
}
