package spec

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/allocgen/allocgen/spec/size"
)

// value decodes what a key of the field holds. A node that was found broken
// before is not reported again.
func (d *decoder) value(f Field, written *yaml.Node) value {
	n := target(written)
	v := value{at: d.source.node(written)}
	if d.broken[n] {
		return v
	}
	found := len(d.found)
	switch f.Type {
	case Mapping:
		if d.isA(yaml.MappingNode, f.Key, written) && d.entries(f, v.at, len(n.Content)/2) {
			v.items = d.mapping(f, n)
		}
	case Sequence:
		if d.isA(yaml.SequenceNode, f.Key, written) && d.entries(f, v.at, len(n.Content)) {
			v.items = d.sequence(f, n)
		}
	case Set:
		if d.isA(yaml.MappingNode, f.Key, written) && d.entries(f, v.at, len(n.Content)/2) {
			v.set, v.items = d.set(f, n)
		}
	case Object:
		if d.isA(yaml.MappingNode, f.Key, written) {
			v.set = d.object(n, f.Key, v.at, f.Of)
		}
	case Flags:
		if d.isA(yaml.SequenceNode, f.Key, written) && d.entries(f, v.at, len(n.Content)) {
			v.num = d.flags(f, n)
		}
	case Words:
		v.text, v.num = d.words(f, v.at, written)
	case Choice:
		v.text, v.set = d.choice(f, v.at, n)
	case Cases:
		if d.isA(yaml.SequenceNode, f.Key, written) && d.entries(f, v.at, len(n.Content)) {
			v.items = d.cases(n)
		}
	case Count, Size:
		v.num = d.number(f, v.at, n)
	case Word:
		v.text = d.word(f, v.at, n)
	case PoolKind:
		v.text = d.poolKind(f, v.at, n)
	case Name, Package:
		v.text = d.name(f, written).text
	case Message:
		v.text = d.message(f, v.at, n)
	case Path:
		v.text = d.path(f, v.at, n)
	case Boolean:
		if d.scalar(f, v.at, n, "!!bool") {
			v.flag = strings.EqualFold(n.Value, "true")
		}
	}
	v.ok = len(d.found) == found
	if !v.ok && n.Kind == yaml.ScalarNode {
		d.broken[n] = true
	}
	return v
}

// entries reports whether a mapping or list has as many entries as its field
// allows.
func (d *decoder) entries(f Field, at span, n int) bool {
	if uint64(n) >= f.Min && uint64(n) <= f.Max {
		return true
	}
	d.report(ruleEntries, at, fmt.Sprintf("%s has %d entries, not %d to %d", f.Key, n, f.Min, f.Max), "")
	return false
}

// scalar reports whether a node is a scalar with one of the tags, and says so
// if it is not.
func (d *decoder) scalar(f Field, at span, n *yaml.Node, tags ...string) bool {
	if n.Kind == yaml.ScalarNode && slices.Contains(tags, n.ShortTag()) {
		return true
	}
	hint := ""
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" && n.Style != 0 {
		hint = "remove the quotes"
	}
	if n.Kind == yaml.ScalarNode && slices.Contains(tags, "!!str") && !slices.Contains([]Type{Size, Word, Words, Choice, PoolKind}, f.Type) {
		hint = "put it in quotes if it is meant as " + f.wants()
	}
	d.report(ruleType, at, f.Key+" must be "+f.wants()+", not "+describe(n), hint)
	return false
}

// wants says in words what a value of the field must be.
func (f Field) wants() string {
	switch f.Type {
	case Count:
		return "a whole number"
	case Size:
		return "a size such as 64KiB"
	case Word:
		return "one of: " + strings.Join(f.Enum, ", ")
	case PoolKind:
		return "one of: " + strings.Join(f.Enum, ", ") + ", or the path of a strategy"
	case Words:
		return "one of: " + strings.Join(f.Enum, ", ") + ", or a list of them"
	case Choice:
		return "one of: " + strings.Join(f.Enum, ", ") + ", or one of them with its keys"
	case Name, Package:
		return "a name"
	case Boolean:
		return "true or false"
	}
	return "a " + string(f.Type)
}

// word decodes one of a closed set of words.
func (d *decoder) word(f Field, at span, n *yaml.Node) string { return d.wordOr(f, at, n, "") }

// wordOr is word with a hint for what is near no word that is known.
func (d *decoder) wordOr(f Field, at span, n *yaml.Node, hint string) string {
	if d.scalar(f, at, n, "!!str") && !slices.Contains(f.Enum, n.Value) {
		d.report(ruleWord, at, fmt.Sprintf("unknown %s %s, known: %s", f.Key, quote(n.Value), strings.Join(f.Enum, ", ")),
			cmp.Or(didYouMean(n.Value, f.Enum), hint))
	}
	return n.Value
}

// flags decodes a list of words as bits, by their places in the field's Enum.
func (d *decoder) flags(f Field, n *yaml.Node) (bits uint64) {
	item := Field{Key: f.Key + " entry", Type: Word, Enum: f.Enum}
	for _, entry := range n.Content {
		at := d.source.node(entry)
		if d.broken[target(entry)] {
			continue
		}
		place := slices.Index(f.Enum, d.word(item, at, target(entry)))
		switch {
		case place < 0:
			d.broken[target(entry)] = true
		case bits>>place&1 != 0:
			d.report(ruleFlags, at, f.Key+" has "+f.Enum[place]+" twice", "remove one of them")
		default:
			bits |= 1 << place
		}
	}
	return bits
}

// words decodes one word, or a list of them as flags, and returns the first of
// them and the bits of all.
func (d *decoder) words(f Field, at span, written *yaml.Node) (first string, bits uint64) {
	n := target(written)
	if n.Kind != yaml.SequenceNode {
		first = d.word(f, at, n)
		return first, 1 << max(0, slices.Index(f.Enum, first))
	}
	if !d.entries(f, at, len(n.Content)) {
		return "", 0
	}
	return target(n.Content[0]).Value, d.flags(f, n)
}

// number decodes a Count or Size and holds it against the field's bounds.
func (d *decoder) number(f Field, at span, n *yaml.Node) uint64 {
	tags := []string{"!!int", "!!float"}
	if f.Type == Size {
		tags = append(tags, "!!str")
	}
	if !d.scalar(f, at, n, tags...) {
		return 0
	}
	num, err := f.parse(n.Value)
	var syntax *size.SyntaxError
	low := num < f.Min
	switch {
	case errors.As(err, &syntax):
		d.report(ruleNumber, at, f.Key+" "+quote(n.Value)+" "+syntax.Problem, syntax.Hint)
		return 0
	case err != nil:
		low = strings.HasPrefix(n.Value, "-")
	case !low && num <= f.Max:
		if f.Power && bits.OnesCount64(num) != 1 {
			below := uint64(1) << (bits.Len64(num) - 1)
			d.report(rulePower, at, fmt.Sprintf("%s %s is not a power of two", f.Key, f.amount(num)),
				fmt.Sprintf("the nearest powers of two are %s and %s", f.amount(below), f.amount(min(2*below, f.Max))))
		}
		return num
	}
	bound := "at most " + f.amount(f.Max)
	switch {
	case f.Min == f.Max:
		bound = f.amount(f.Min)
	case low:
		bound = "at least " + f.amount(f.Min)
	}
	d.report(ruleBounds, at, fmt.Sprintf("%s must be %s, not %s", f.Key, bound, shorten(n.Value)), "")
	return 0
}

// parse reads a number of the field: a size, or a count in plain digits.
func (f Field) parse(text string) (uint64, error) {
	if f.Type == Size {
		return size.Parse(text)
	}
	digits := strings.TrimPrefix(text, "-")
	if strings.Trim(digits, "0123456789") != "" || digits != "0" && strings.HasPrefix(digits, "0") {
		return 0, &size.SyntaxError{Problem: "is not a whole number in decimal digits", Hint: "write digits only, without a leading zero"}
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, size.ErrRange
	}
	return n, nil
}
