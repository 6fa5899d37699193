package spec

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// An object is a decoded mapping: a value for each key that its scopes know.
type object struct {
	name   string // of an arena, pool, error or condition, "" if it has no sound one
	at     span   // of the name, or of the mapping if there is none
	values map[string]value

	strategy *Strategy // of a pool whose kind is the path of one
}

// A value is what a key holds. Which of text, num, flag, items and set counts
// follows from the field's type; num is also the bits of Flags and Words, text
// the first of Words and the word of a Choice. A value is ok if it is sound by
// itself; nothing may be concluded from one that is not.
type value struct {
	ok    bool
	at    span
	text  string
	num   uint64
	flag  bool
	items []*object
	set   *object // of an Object, of a Set the keys of SetScope, of a Choice those of its word
}

// given reports whether the spec gives a sound value, rather than none.
func (v value) given() bool { return v.ok && v.at != span{} }

// value returns the value of a key, which must be in the object's scopes.
func (o *object) value(key string) value {
	v, known := o.values[key]
	if !known {
		panic("spec: no key " + key)
	}
	return v
}

// sound returns the values of keys, if all of them are ok.
func (o *object) sound(keys ...string) ([]value, bool) {
	var vs []value
	for _, key := range keys {
		v, known := o.values[key]
		if !known || !v.ok {
			return nil, false
		}
		vs = append(vs, v)
	}
	return vs, true
}

// A decoder turns nodes into objects as the table of fields says.
type decoder struct {
	*reporter
	files  Files
	broken map[*yaml.Node]bool // nodes that a diagnostic stands for already
	target Target              // "" as long as no sound one is known

	strategies map[string]*Strategy // by path; nil where one does not serve
}

// file decodes the top level, or returns nil if it is no mapping.
func (d *decoder) file(root *yaml.Node) *object {
	if root.Kind != yaml.MappingNode {
		if !d.broken[root] {
			d.report(ruleTop, d.source.node(root), "the file must be a mapping of keys, not "+describe(root), "")
		}
		return nil
	}
	d.target = targetOf(root)
	return d.object(root, "the file", d.source.node(root), FileScope)
}

// targetOf returns the target that a file declares, "" if it is none. What
// keys there are depends on it, wherever it stands.
func targetOf(root *yaml.Node) Target {
	f, _ := field("target", FileScope)
	for i := 0; i+1 < len(root.Content); i += 2 {
		if word := target(root.Content[i+1]).Value; target(root.Content[i]).Value == f.Key && slices.Contains(f.Enum, word) {
			return Target(word)
		}
	}
	return ""
}

// object decodes a mapping whose keys are those of scopes; what names it in
// messages. A pool's kind adds a scope. A pool without a known kind may have
// the keys of any, and lacks none.
func (d *decoder) object(n *yaml.Node, what string, at span, scopes ...Scope) *object {
	o := &object{at: at, values: map[string]value{}}
	given := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if key, ok := d.key(n.Content[i]); ok {
			given[key] = n.Content[i+1]
		}
	}
	complete, readable := true, true
	if slices.Contains(scopes, PoolScope) {
		var kind Scope
		if kind, complete = d.kind(given); kind == StrategyScope {
			o.strategy = d.strategy(given["kind"])
			readable = o.strategy != nil
		}
		if complete = complete && readable; complete {
			scopes = append(scopes, kind)
		}
	}
	required := scopes
	if !complete {
		scopes = append(slices.Clone(scopes), kinds()...)
	}
	fields := fieldsOf(scopes...)
	if o.strategy != nil {
		fields = append(fields, o.strategy.fields...)
	}
	misspelt := map[string]bool{}
	if readable {
		misspelt = d.unknown(n, given, fields)
	}
	for _, f := range fields {
		elsewhere := f.Target != "" && f.Target != d.target
		switch {
		case given[f.Key] != nil && elsewhere && d.target != "":
			d.report(ruleTarget, d.source.node(given[f.Key]), fmt.Sprintf("target %s has no %s", d.target, f.Key),
				"remove it, or declare target: "+string(f.Target))
			o.values[f.Key] = value{at: at}
		case given[f.Key] != nil:
			o.values[f.Key] = d.value(f, given[f.Key])
		case misspelt[f.Key], !slices.Contains(required, f.Scope):
			o.values[f.Key] = value{at: at}
		case f.isRequired(d.target):
			d.report(ruleMissing, at, what+" has no "+f.Key, "add "+f.Key+". "+f.Doc)
			d.broken[n] = true
			o.values[f.Key] = value{at: at}
		case f.RequiredOn != "" && d.target == "":
			o.values[f.Key] = value{at: at}
		default:
			o.values[f.Key] = f.absent(d.target)
		}
	}
	if name, ok := o.sound("name"); ok {
		o.name, o.at = name[0].text, name[0].at
	}
	return o
}

// key returns the text of a key.
func (d *decoder) key(n *yaml.Node) (text string, ok bool) {
	key := target(n)
	if key.Kind != yaml.ScalarNode {
		d.report(ruleType, d.source.node(n), "a key must be a word, not "+describe(key), "")
		return "", false
	}
	return key.Value, true
}

// kind returns the scope that a pool's kind adds, if it has a known kind.
func (d *decoder) kind(given map[string]*yaml.Node) (Scope, bool) {
	if given["kind"] == nil {
		return "", false
	}
	kind := Kind(target(given["kind"]).Value).scope()
	return kind, slices.Contains(kinds(), kind)
}

// unknown reports the keys of a mapping that are not those of fields, and returns
// the absent ones that they were probably meant to be or to bring.
func (d *decoder) unknown(n *yaml.Node, given map[string]*yaml.Node, fields []Field) map[string]bool {
	var known []string
	for _, f := range fields {
		if !slices.Contains(known, f.Key) {
			known = append(known, f.Key)
		}
	}
	misspelt := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := target(n.Content[i])
		if isMerge(key) {
			for _, absent := range known {
				misspelt[absent] = true
			}
			continue
		}
		if key.Kind != yaml.ScalarNode || slices.Contains(known, key.Value) {
			continue
		}
		hint := elsewhere(key.Value)
		if hint == "" {
			absent := slices.DeleteFunc(slices.Clone(known), func(k string) bool { return given[k] != nil })
			word := Nearest(key.Value, absent)
			misspelt[word] = true
			hint = didYouMean(key.Value, absent)
		}
		if hint == "" {
			hint = "known keys: " + strings.Join(known, ", ")
		}
		d.report(ruleUnknown, d.source.node(n.Content[i]), "unknown key "+quote(key.Value), hint)
	}
	return misspelt
}

// elsewhere returns the hint for a key that only another scope has, or "".
func elsewhere(key string) string {
	for _, f := range fields {
		if f.Key == key {
			return key + " is a key of " + heading(f.Scope)
		}
	}
	return ""
}

// mapping decodes a mapping from names to objects.
func (d *decoder) mapping(f Field, n *yaml.Node) (items []*object) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, entry := n.Content[i], n.Content[i+1]
		name := d.name(f, key)
		what := "the " + string(f.Of)
		if name.ok {
			what += " " + name.text
		}
		if !d.isA(yaml.MappingNode, what, entry) {
			continue
		}
		o := d.object(target(entry), what, d.source.node(key), f.Of)
		if name.ok {
			o.name = name.text
		}
		items = append(items, o)
	}
	return items
}

// sequence decodes a list of objects.
func (d *decoder) sequence(f Field, n *yaml.Node) (items []*object) {
	what := "the " + string(f.Of)
	for _, entry := range n.Content {
		if d.isA(yaml.MappingNode, what, entry) {
			items = append(items, d.object(target(entry), what, d.source.node(entry), f.Of))
		}
	}
	return items
}

// isA reports whether a node is of a kind, and says so if it is not.
func (d *decoder) isA(kind yaml.Kind, what string, n *yaml.Node) bool {
	of := target(n)
	if d.broken[of] || of.Kind == kind {
		return !d.broken[of]
	}
	want := "a mapping"
	if kind == yaml.SequenceNode {
		want = "a list"
	}
	d.report(ruleType, d.source.node(n), what+" must be "+want+", not "+describe(of), "")
	d.broken[of] = true
	return false
}

// describe names what a node is, for messages.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.ShortTag() {
	case "!!null":
		return "empty"
	case "!!bool":
		return "the boolean " + quote(n.Value)
	case "!!int", "!!float":
		return "the number " + quote(n.Value)
	case "!!timestamp":
		return "the date " + quote(n.Value)
	}
	return "the text " + quote(n.Value)
}
