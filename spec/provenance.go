package spec

import (
	"math/bits"
	"slices"
)

// A ledger takes down the settings of a spec. owner is what the next ones are of.
type ledger struct {
	reporter *reporter // of the file in which values stand
	target   Target
	owner    Setting
	settings []Setting
}

// settings returns every key of a sound spec with its value.
func (c *compilation) settings() []Setting {
	l := ledger{reporter: c.reporter, target: c.plan.Target}
	l.object(c.file, "", fieldsOf(FileScope))
	for _, a := range c.file.value("arenas").items {
		l.owner = Setting{Arena: a.name}
		l.object(a, "", fieldsOf(ArenaScope))
		for _, p := range a.value("pools").items {
			l.owner = Setting{Arena: a.name, Pool: p.name}
			l.object(p, "", fieldsOfPool(p))
		}
	}
	if c.set != nil {
		l.errors(c.file.value("errors").set, c.set)
	}
	return l.settings
}

// fieldsOfPool returns the keys that a sound pool can have, what every pool has
// first.
func fieldsOfPool(p *object) []Field {
	fields := slices.Concat(fieldsOf(PoolScope), fieldsOf(Kind(p.value("kind").text).scope()))
	if p.strategy != nil {
		fields = append(fields, p.strategy.fields...)
	}
	return fields
}

// object takes down the keys of an object, each with prefix before it. Arenas,
// pools and errors have settings of their own. A nil object gives no key.
func (l *ledger) object(o *object, prefix string, fields []Field) {
	for _, f := range fields {
		var v value
		if o != nil {
			v = o.value(f.Key)
		}
		isAnothers := f.Target != "" && f.Target != l.target
		if isAnothers || f.Idle != "" && !v.given() {
			continue
		}
		switch f.Type {
		case Mapping, Sequence:
			continue
		case Set:
			if v.set != nil {
				continue
			}
		case Object:
			l.object(v.set, prefix+f.Key+".", fieldsOf(f.Of))
			continue
		}
		l.add(f, prefix+f.Key, f.worth(v), l.originOf(f, v, o))
		if f.Type == Choice && v.set != nil {
			l.object(v.set, prefix+f.Key+".", fieldsOf(f.scope(v.text)))
		}
	}
}

// errors takes down a set by the keys that the spec itself has for it, and each of
// its errors where it stands.
func (l *ledger) errors(own *object, s *errorSet) {
	l.owner = Setting{}
	for _, f := range fieldsOf(SetScope) {
		v := own.value(f.Key)
		origin := l.originOf(f, v, own)
		if f.Key == "others" && s.kept {
			v.text, origin = "keep", s.keptAt
		}
		l.add(f, "errors."+f.Key, f.worth(v), origin)
	}
	for _, e := range s.errors {
		l.reporter, l.owner = e.reporter, Setting{Error: e.name}
		l.object(e.object, "", fieldsOf(ErrorScope))
	}
}

func (l *ledger) add(f Field, key string, worth any, origin Origin) {
	s := l.owner
	s.Key, s.Field, s.Value, s.Origin = key, f, worth, origin
	l.settings = append(l.settings, s)
}

// worth returns what a sound value of the field is in a Setting.
func (f Field) worth(v value) any {
	switch f.Type {
	case Count, Size:
		if v.num == Unlimited {
			return nil
		}
		return v.num
	case Boolean:
		return v.flag
	case Flags:
		return f.words(v.num)
	case Words:
		first := slices.Index(f.Enum, v.text)
		return append([]string{v.text}, f.words(v.num&^(1<<first))...)
	case Cases:
		var refs []string
		for _, r := range (declaredError{object: &object{values: map[string]value{"from": v}}}).refs() {
			refs = append(refs, r.String())
		}
		return refs
	}
	if v.text == "" {
		return nil
	}
	return v.text
}

// words returns the words of the field's Enum whose bits are set.
func (f Field) words(set uint64) []string {
	words := []string{}
	for ; set != 0; set &= set - 1 {
		words = append(words, f.Enum[bits.TrailingZeros64(set)])
	}
	return words
}

const notGiven = "not given"

// originOf returns where the value of a field comes from, in an object.
func (l *ledger) originOf(f Field, v value, o *object) Origin {
	if v.given() {
		return l.reporter.origin(v.at)
	}
	of := "default"
	switch {
	case f.Default == "" && (f.OnVulkan == "" || l.target != Vulkan):
		of = notGiven
	case f.OnVulkan != "":
		of += " of target " + string(l.target)
	case o.strategy != nil && o.strategy.HasKey(f.Key):
		of += " of strategy " + o.strategy.Path
	case slices.Contains(kinds(), f.Scope):
		of += " of kind " + o.value("kind").text
	case f.Scope == ArenaScope, f.Scope == PoolScope:
		of += " of every " + string(f.Scope)
	case f.Scope != FileScope:
		of += " of " + string(f.Scope)
	}
	return Origin{Default: of}
}

// origin returns a place in the source as an Origin.
func (r *reporter) origin(at span) Origin {
	return Origin{File: r.source.name, Line: at.line, Col: at.col}
}
