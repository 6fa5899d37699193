package spec

import (
	"slices"
	"strings"
)

// An Effect says what a change means to programs that use the package.
type Effect string

// The effects, the gravest first.
const (
	BreaksAPI  Effect = "breaks API"  // what they use is gone, or is used in another way
	BreaksCode Effect = "breaks code" // a failure has another code
	Behaves    Effect = "behaviour"   // they compile, and memory is laid out or bounded in another way
)

// A Change is one difference between what two specs mean.
type Change struct {
	Path   string // of a Setting, an arena, a pool, an error, or the name of a condition
	Old    string // as the spec says it; "" of what is new
	New    string // "" of what is gone
	Effect Effect
}

// Diff returns what is different in the second of two specs: arenas, pools and
// errors by their names, and what keys mean, whether they are given or not. Where
// only files are different that they name, it names the files.
func Diff(before, after *Account) []Change {
	c := comparison{before: before, after: after}
	c.settings(Setting{}, Setting{})
	c.files()
	c.parts("arenas", before.names(Setting{}), after.names(Setting{}), func(name string) Setting { return Setting{Arena: name} }, c.arena)
	c.errors()
	return c.changes
}

// A comparison collects the changes from one spec to another.
type comparison struct {
	before, after *Account
	changes       []Change
}

func (c *comparison) add(path, was, is string, effect Effect) {
	c.changes = append(c.changes, Change{path, was, is, effect})
}

// isOf reports whether a setting is of the owner itself.
func (s Setting) isOf(owner Setting) bool {
	return s.Arena == owner.Arena && s.Pool == owner.Pool && s.Error == owner.Error
}

// names returns the names of the arenas, or of an arena's pools, in their order.
func (a *Account) names(arena Setting) (names []string) {
	for _, s := range a.Settings {
		name := s.Arena
		if arena.Arena != "" {
			name = s.Pool
		}
		if name != "" && (arena.Arena == "" || s.Arena == arena.Arena) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// settings compares the values of what an owner was and is. A key that only one of
// them can have, by its kind or policy, counts where it is given. The name of a pool
// is that of its owner; files are compared by what they hold.
func (c *comparison) settings(was, is Setting) {
	old, own := map[string]Setting{}, map[string]bool{"name": true, "device": true}
	for _, s := range c.before.Settings {
		if s.isOf(was) {
			old[s.Key] = s
		}
	}
	for _, s := range c.after.Settings {
		if !s.isOf(is) || !s.isCompared() || own[s.Key] {
			continue
		}
		own[s.Key] = true
		before, known := old[s.Key]
		switch {
		case !known && s.Origin.File != "":
			c.add(s.Path(), "", s.Text(), effect(s.Key, "", s.Text()))
		case known && before.Text() != s.Text():
			c.add(s.Path(), before.Text(), s.Text(), effect(s.Key, before.Text(), s.Text()))
		}
	}
	for _, s := range c.before.Settings {
		if s.isOf(was) && s.isCompared() && !own[s.Key] && s.Origin.File != "" {
			c.add(s.Path(), s.Text(), "", effect(s.Key, s.Text(), ""))
		}
	}
}

// isCompared reports whether the setting counts by itself: the set of errors is
// compared by what it means, and some keys do nothing.
func (s Setting) isCompared() bool {
	return s.Key != "errors" && !strings.HasPrefix(s.Key, "errors.") && s.Field.Idle == ""
}

// effect returns what it means that a key has another value.
func effect(key, was, is string) Effect {
	breaks := false
	switch key {
	case "package", "target":
		breaks = true
	case "concurrency":
		breaks = was == string(Streams) || is == string(Streams) || is == string(None)
	case "names", "call_sites":
		breaks = was == "true"
	case "custom_pools":
		breaks = is == "0"
	case "buffers.usage":
		breaks = was == nothing || is == nothing
	}
	if breaks {
		return BreaksAPI
	}
	return Behaves
}

// arena compares an arena that both specs have.
func (c *comparison) arena(was, is Setting) {
	c.settings(was, is)
	c.parts("arenas."+is.Arena+".pools", c.before.names(was), c.after.names(is), func(name string) Setting {
		return Setting{Arena: is.Arena, Pool: name}
	}, c.settings)
}

// parts compares arenas or pools by their names, and then their order. One whose
// name alone is another has been renamed.
func (c *comparison) parts(path string, was, is []string, owner func(name string) Setting, compare func(was, is Setting)) {
	renamed := map[string]bool{}
	for _, name := range was {
		if slices.Contains(is, name) {
			compare(owner(name), owner(name))
			continue
		}
		like := c.before.meaning(owner(name))
		i := slices.IndexFunc(is, func(other string) bool {
			return !slices.Contains(was, other) && !renamed[other] && c.after.meaning(owner(other)) == like
		})
		if i < 0 {
			c.add(path+"."+name, name, "", BreaksAPI)
			continue
		}
		renamed[is[i]] = true
		c.add(path+"."+name, name, is[i], BreaksAPI)
	}
	for _, name := range is {
		if !slices.Contains(was, name) && !renamed[name] {
			c.add(path+"."+name, "", name, Behaves)
		}
	}
	kept := func(names, others []string) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !slices.Contains(others, n) }), ", ")
	}
	if before, now := kept(was, is), kept(is, was); before != now {
		c.add(path, "["+before+"]", "["+now+"]", Behaves)
	}
}

// meaning returns all that an arena or pool says but for its own name.
func (a *Account) meaning(owner Setting) string {
	var said []string
	for _, s := range a.Settings {
		isOwn := s.isOf(owner) && s.Key == "name"
		if s.Arena == owner.Arena && (owner.Pool == "" || s.Pool == owner.Pool) && !isOwn {
			pool := s.Pool
			if owner.Pool != "" {
				pool = ""
			}
			said = append(said, pool+"."+s.Key+": "+s.Text())
		}
	}
	return strings.Join(said, "\n")
}

// files compares the profile of the device and the sources of strategies.
func (c *comparison) files() {
	profile := func(p *Plan) (name, text string) {
		if p.Device == nil {
			return nothing, ""
		}
		return p.Device.Name, string(p.Device.Append(nil))
	}
	name, text := profile(c.before.Plan)
	if now, is := profile(c.after.Plan); is != text {
		c.add("device", name, now, Behaves)
	}
	for _, s := range c.after.Plan.Strategies {
		if was := c.before.Plan.Strategy(Kind(s.Path)); was != nil && !equalFiles(was.Files, s.Files) {
			c.add("strategy "+s.Path, was.Dir, s.Dir, Behaves)
		}
	}
}

func equalFiles(a, b map[string][]byte) bool {
	if len(a) != len(b) {
		return false
	}
	for name, text := range a {
		if other, has := b[name]; !has || string(other) != string(text) {
			return false
		}
	}
	return true
}
