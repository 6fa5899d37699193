package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/allocgen/allocgen/spec"
)

// reference is where all of the language is.
const reference = "docs/reference.md"

// explainWord explains a rule, a condition, a kind of pool, a policy or a key.
func explainWord(c *console, word string) status {
	if i := slices.IndexFunc(spec.Rules(), func(r spec.Rule) bool { return strings.EqualFold(r.ID, word) }); i >= 0 {
		explainRule(c, spec.Rules()[i])
		return yes
	}
	if text, known := spec.ExplainCondition(word); known {
		fmt.Fprint(c.out, text)
		return yes
	}
	if k, known := findKind(word); known {
		explainKind(c, k)
		return yes
	}
	topics := spec.Topics(word)
	for i, t := range topics {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		fmt.Fprintf(c.out, "%s, a key of %s\n\n%s\nIn %s under %s.\n", strings.Join(t.Paths, ", "), strings.Join(t.Places, ", "),
			t.Field.Reference(), reference, "Keys of "+t.Places[0])
	}
	if len(topics) == 0 {
		return unknownWord(c, word)
	}
	return yes
}

// explainRule prints a rule, a spec that breaks it, and what is said of that.
func explainRule(c *console, r spec.Rule) {
	fmt.Fprint(c.out, r.Reference())
	_, diagnostics := spec.Compile(defaultSpec, []byte(r.Example))
	said := slices.DeleteFunc(diagnostics, func(d spec.Diagnostic) bool { return d.Rule.ID != r.ID })
	for i, d := range said {
		if i == 0 {
			fmt.Fprint(c.out, "\nOf this allocgen says:\n\n")
		}
		fmt.Fprintln(c.out, c.outPalette.diagnostic(d))
	}
	fmt.Fprintf(c.out, "\nIn %s under %s.\n", reference, r.ID)
}

// unknownWord says what was probably meant: of a path whose key is known where that
// is, else what is spelt alike.
func unknownWord(c *console, word string) status {
	key := word[strings.LastIndexByte(word, '.')+1:]
	near := ""
	if topics := spec.Topics(key); len(topics) > 0 {
		near = topics[0].Paths[0]
	}
	for _, spelt := range []string{key, word} {
		if near == "" {
			near = nearest(spelt, explainable())
		}
	}
	switch {
	case isDirectory(word):
		c.say("%s", notADirectory(word))
	case near != "":
		c.say("nothing to explain is called %q; did you mean %q?", word, near)
	default:
		c.say("nothing to explain is called %q: it is no rule, key, kind, policy or condition, and the path of a spec ends in .yaml or has a slash", word)
	}
	return unclear
}

// explainable returns every word that explain knows: rules, conditions, and kinds,
// policies and keys, with and without what they stand in.
func explainable() (words []string) {
	for _, r := range spec.Rules() {
		words = append(words, r.ID)
	}
	for _, c := range spec.Conditions() {
		words = append(words, c.Name)
	}
	for _, k := range kindsOfPool {
		words = append(words, k.name, k.path())
	}
	for _, f := range spec.Fields() {
		words = append(words, f.Key, f.Path())
	}
	slices.Sort(words)
	return slices.Compact(words)
}
