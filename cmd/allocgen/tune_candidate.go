package main

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/allocgen/allocgen/runtime/replay"
	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/templates"
)

// A candidate is a spec to measure, made of another by a change.
type candidate struct {
	driven
	text    []byte
	whole   *spec.Plan // with all arenas
	change  string
	figures []replay.Figures // one for each recording
	score   score
}

// readCandidate compiles the text of a spec, of which one arena is tuned, alone: the
// others cost no time. It returns nil where the text is no valid spec.
func readCandidate(given driven, text []byte, change string) *candidate {
	whole, problems := spec.CompileWith(given.path, text, disk)
	if problems.Failed() || templates.CheckStrategies(whole).Failed() {
		return nil
	}
	c := &candidate{driven: given, text: text, whole: whole, change: change}
	i := slices.IndexFunc(whole.Arenas, func(a spec.Arena) bool { return a.Name == given.arena.Name })
	if i < 0 {
		return nil
	}
	alone := *whole
	alone.Tests, alone.Arenas = false, whole.Arenas[i:i+1]
	alone.Strategies = slices.DeleteFunc(slices.Clone(alone.Strategies), func(s *spec.Strategy) bool {
		return !slices.ContainsFunc(alone.Arenas[0].Pools, func(p spec.Pool) bool { return alone.Strategy(p.Kind) == s })
	})
	c.plan, c.arena = &alone, whole.Arenas[i]
	return c
}

// moved returns the candidate that a move makes of this one, nil where it makes
// none: the text stays, or is none, or means something else to its users.
func (c *candidate) moved(m move) *candidate {
	text, done := c.text, []string(nil)
	pool := c.arena.Pools[m.pool].Name
	for _, set := range m.sets {
		next, err := put(text, set, "arenas", c.arena.Name, "pools", pool)
		if err != nil {
			return nil
		}
		if !bytes.Equal(next, text) {
			done = append(done, set.String())
		}
		text = next
	}
	made := readCandidate(c.driven, text, "pool "+pool+": "+strings.Join(done, ", "))
	if made == nil || !made.differsIn(c, m.pool) {
		return nil
	}
	return made
}

// put returns the text of a spec with a key set in the mapping at a path.
func put(text []byte, set keySet, path ...string) ([]byte, error) {
	sheet, err := readSheet(text)
	if err != nil {
		return nil, err
	}
	keys := strings.Split(set.key, ".")
	last := len(keys) - 1
	mapping := find(sheet.root, append(path, keys[:last]...)...)
	if mapping == nil || mapping.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("there is no mapping for %s", set.key)
	}
	return sheet.put(mapping, keys[last], set.value)
}

// differsIn reports whether the plan differs from another's in one pool of the arena
// alone, with the same flags of requests.
func (c *candidate) differsIn(other *candidate, pool int) bool {
	if c.plan.Hash() == other.plan.Hash() || !slices.Equal(c.whole.Flags(), other.whole.Flags()) {
		return false
	}
	same := len(c.whole.Arenas) == len(other.whole.Arenas) && len(c.arena.Pools) == len(other.arena.Pools)
	for i := 0; same && i < len(c.whole.Arenas); i++ {
		same = c.whole.Arenas[i].Name == c.arena.Name || reflect.DeepEqual(c.whole.Arenas[i], other.whole.Arenas[i])
	}
	for i := 0; same && i < len(c.arena.Pools); i++ {
		a, b := c.arena.Pools[i], other.arena.Pools[i]
		same = a.Name == b.Name && (i == pool || reflect.DeepEqual(a, b))
	}
	return same
}
