package spec

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// A Policy says where the blocks of a block pool come from.
type Policy string

// The policies.
const (
	Separate  Policy = "separate"  // every region is an allocation of its own
	Fixed     Policy = "fixed"     // New makes all blocks
	Pooled    Policy = "pooled"    // blocks of one size, as many as needed
	Adaptive  Policy = "adaptive"  // smaller blocks where memory is short
	Automatic Policy = "automatic" // blocks that grow with the pool
)

// policyScope is where the keys of a policy are.
func policyScope(p Policy) Scope { return Scope("policy " + string(p)) }

// scope is where the keys of a word of a Choice are.
func (f Field) scope(word string) Scope { return Scope(f.Key + " " + word) }

// choice decodes a word that may have keys of its own.
func (d *decoder) choice(f Field, at span, n *yaml.Node) (word string, keys *object) {
	if n.Kind != yaml.MappingNode {
		if word = d.word(f, at, n); slices.Contains(f.Enum, word) {
			keys = d.alone(f, at, word)
		}
		return word, keys
	}
	if len(n.Content) != 2 {
		d.report(ruleType, at, fmt.Sprintf("%s must be one word with its keys, not %d", f.Key, len(n.Content)/2),
			"write "+f.form(f.Enum[1]))
		return "", nil
	}
	key, ok := d.key(n.Content[0])
	switch {
	case !ok || isMerge(target(n.Content[0])):
		return "", nil
	case !slices.Contains(f.Enum, key):
		hint := elsewhere(key)
		if hint == "" {
			hint = didYouMean(key, f.Enum)
		}
		d.report(ruleWord, d.source.node(n.Content[0]), fmt.Sprintf("unknown %s %s, known: %s", f.Key, quote(key), strings.Join(f.Enum, ", ")), hint)
		return key, nil
	case len(fieldsOf(f.scope(key))) == 0:
		d.report(ruleType, at, f.Key+" "+key+" has no keys", "write "+f.form(key))
		return key, nil
	case !d.isA(yaml.MappingNode, "the "+string(f.scope(key)), n.Content[1]):
		return key, nil
	}
	return key, d.object(target(n.Content[1]), "the "+string(f.scope(key)), d.source.node(n.Content[0]), f.scope(key))
}

// alone returns the keys of a word that is given without any.
func (d *decoder) alone(f Field, at span, word string) *object {
	o := &object{at: at, values: map[string]value{}}
	var missing []string
	for _, of := range fieldsOf(f.scope(word)) {
		if of.isRequired(d.target) {
			missing = append(missing, of.Key)
		}
		o.values[of.Key] = of.absent(d.target)
	}
	if missing != nil {
		d.report(ruleMissing, at, "the "+string(f.scope(word))+" has no "+strings.Join(missing, " and no "), "write "+f.form(word))
		return nil
	}
	return o
}

// form is how a word of a Choice is written, with the keys that it can have.
func (f Field) form(word string) string {
	keys := keysOf(f.scope(word))
	if len(keys) == 0 {
		return f.Key + ": " + word
	}
	return fmt.Sprintf("%s: {%s: {%s: …}}", f.Key, word, strings.Join(keys, ": …, "))
}

// flattened returns the keys of all words of a Choice, 0 where the one at hand
// has none or leaves it open.
func (f Field) flattened(keys *object) (params []Param) {
	var scopes []Scope
	for _, word := range f.Enum {
		scopes = append(scopes, f.scope(word))
	}
	for _, of := range fieldsOf(scopes...) {
		if slices.ContainsFunc(params, func(p Param) bool { return p.Key == of.Key }) {
			continue
		}
		p := Param{Key: of.Key}
		if keys != nil {
			p.Value = keys.values[of.Key].num
		}
		if p.Value == Unlimited {
			p.Value = 0
		}
		params = append(params, p)
	}
	return params
}
