package spec

import (
	"slices"
	"strings"
)

// A Topic is a key of the language, with the places where the same is true of it.
type Topic struct {
	Field  Field    // of the first place
	Paths  []string // from the file, without the names that a spec gives, such as arenas.pools.tlsf.strategy
	Places []string // in words, such as "a pool of kind tlsf"
}

// Topics returns what a path may mean: the end of one of Paths, from which what
// stands before the key may be left out. A key that has no effect in a place is
// only found there if nothing else is.
func Topics(path string) (topics []Topic) {
	asked := strings.Split(path, ".")
	var found []Field
	for _, f := range fields {
		if ends(f.steps(), asked) {
			found = append(found, f)
		}
	}
	isIdle := func(f Field) bool { return f.Idle != "" }
	if slices.ContainsFunc(found, func(f Field) bool { return !isIdle(f) }) {
		found = slices.DeleteFunc(found, isIdle)
	}
	for _, f := range found {
		place, said := heading(f.Scope), f.Reference()
		if i := slices.IndexFunc(topics, func(t Topic) bool { return t.Field.Reference() == said }); i >= 0 {
			topics[i].Paths = append(topics[i].Paths, f.Path())
			topics[i].Places = append(topics[i].Places, place)
			continue
		}
		topics = append(topics, Topic{f, []string{f.Path()}, []string{place}})
	}
	return topics
}

// Path returns the key with all that it stands in, without the names that a spec
// gives: arenas.pools.tlsf.strategy.
func (f Field) Path() string { return strings.Join(f.steps(), ".") }

func (f Field) steps() []string { return append(f.Scope.steps(), f.Key) }

// steps returns what the keys of a scope stand in.
func (s Scope) steps() []string {
	switch s {
	case FileScope:
		return nil
	case ArenaScope:
		return []string{"arenas"}
	case MemoryScope, BufferScope:
		return []string{"arenas", string(s)}
	case PoolScope:
		return []string{"arenas", "pools"}
	case SetScope, ErrorScope:
		return []string{"errors"}
	case streamsScope:
		return []string{"concurrency", "streams"}
	}
	return append([]string{"arenas", "pools"}, strings.Fields(string(s))...)
}

// ends reports whether asked is the last step and some of those before it, in
// their order.
func ends(steps, asked []string) bool {
	key, before := steps[len(steps)-1], asked[:len(asked)-1]
	for _, step := range steps[:len(steps)-1] {
		if len(before) > 0 && step == before[0] {
			before = before[1:]
		}
	}
	return len(before) == 0 && key == asked[len(asked)-1]
}
