package spec

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"
)

// pathPattern is what a Path looks like, in the dialects of both Go and JSON
// Schema.
const pathPattern = `^[^/\\][^\\]*$`

// maxPath bounds the length of a path in characters.
const maxPath = 255

// An errorSet is the declared errors: the spec's own, and those of the file
// that it uses.
type errorSet struct {
	at     span // of what the spec declares
	errors []declaredError
	kept   bool      // conditions without an error keep their own
	keptAt Origin    // of what says so
	shared *reporter // of the file that the spec uses, nil if it uses none
}

// A declaredError is an error and the reporter of the file that it stands in.
type declaredError struct {
	*object
	*reporter
}

// set decodes an error set: the keys of SetScope by their fields, every other
// key as the name of an error. One that is no name and has no mapping, or is
// nearly a known key, is a misspelt key.
func (d *decoder) set(f Field, n *yaml.Node) (own *object, items []*object) {
	keys, rest := *n, *n
	keys.Content, rest.Content = nil, nil
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, pair := target(n.Content[i]), n.Content[i:i+2]
		named := camelCase.MatchString(key.Value) || key.Kind != yaml.ScalarNode
		switch {
		case isMerge(key):
		case !named && (Nearest(key.Value, keysOf(SetScope)) != "" || target(pair[1]).Kind != yaml.MappingNode):
			keys.Content = append(keys.Content, pair...)
		default:
			rest.Content = append(rest.Content, pair...)
		}
	}
	return d.object(&keys, f.Key, d.source.node(n), SetScope), d.mapping(f, &rest)
}

// cases decodes a list of conditions. An item's name is the condition.
func (d *decoder) cases(n *yaml.Node) (items []*object) {
	for _, entry := range n.Content {
		of, at := target(entry), d.source.node(entry)
		if d.broken[of] || !d.scalar(Field{Key: "a condition", Type: Name}, at, of, "!!str") {
			continue
		}
		if _, problem, hint := parseRef(of.Value); problem != "" {
			d.report(ruleWord, at, problem, hint)
			continue
		}
		items = append(items, &object{name: of.Value, at: at})
	}
	return items
}

// path decodes the path of a file.
func (d *decoder) path(f Field, at span, n *yaml.Node) string {
	if !d.scalar(f, at, n, "!!str") {
		return ""
	}
	problem, hint := "", ""
	switch length := uint64(len([]rune(n.Value))); {
	case length < f.Min || length > f.Max:
		problem = "has " + decimal(length) + " characters, not " + decimal(f.Min) + " to " + decimal(f.Max)
	case strings.ContainsFunc(n.Value, func(r rune) bool { return !unicode.IsPrint(r) }):
		problem = "has a character that does not print"
	case strings.Contains(n.Value, `\`):
		problem, hint = "has a backslash", "separate directories with /"
	case strings.HasPrefix(n.Value, "/"):
		problem, hint = "is absolute", "give the path from the spec's directory"
	}
	if problem != "" {
		d.report(rulePath, at, f.Key+" "+quote(n.Value)+" "+problem, hint)
	}
	return n.Value
}

// readErrorSet returns the set that a decoded spec declares, nil if it
// declares none. It reads the file that the set uses with open.
func readErrorSet(r *reporter, file *object, open func(path string) ([]byte, error)) *errorSet {
	declared := file.value("errors")
	if declared.set == nil {
		return nil
	}
	s := &errorSet{at: declared.at}
	s.add(r, declared)
	use := declared.set.value("use")
	if !use.ok || use.text == "" {
		return s
	}
	path := filepath.Join(filepath.Dir(r.source.name), filepath.FromSlash(use.text))
	src, err := open(path)
	switch {
	case path == filepath.Clean(r.source.name):
		r.report(ruleErrorUse, use.at, "the spec uses itself", "name the file that holds the other errors")
	case err != nil:
		r.report(ruleErrorUse, use.at, fmt.Sprintf("cannot read %s: %s", use.text, printable(err)),
			"the path is taken from the spec's directory")
	default:
		s.shared = newReporter(newSource(path, src))
		s.share(src)
	}
	return s
}

// add takes what a set declares into s.
func (s *errorSet) add(r *reporter, declared value) {
	for _, item := range declared.items {
		s.errors = append(s.errors, declaredError{item, r})
	}
	others := declared.set.value("others")
	if others.ok && others.text == "keep" && !s.kept {
		s.kept, s.keptAt = true, r.origin(others.at)
	}
}

// share adds the set that a shared file holds.
func (s *errorSet) share(src []byte) {
	d, root := read(s.shared, src, noFiles)
	if root == nil {
		return
	}
	f, _ := field("errors", FileScope)
	declared := d.value(f, root)
	if declared.set == nil {
		return
	}
	s.add(s.shared, declared)
	if use := declared.set.value("use"); use.text != "" {
		s.shared.report(ruleErrorUse, use.at, "a file that is used cannot use another", "let the spec use the one file that holds all")
	}
}

// printable returns an error's text on one line, without what a terminal
// would act on.
func printable(err error) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, err.Error())
}

// sorted returns what was found in the spec, and then in the file that its
// set uses. A nil set uses none.
func (s *errorSet) sorted(r *reporter) Diagnostics {
	if s == nil || s.shared == nil {
		return r.sorted()
	}
	return slices.Concat(r.sorted(), s.shared.sorted())
}
