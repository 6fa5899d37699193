package specialise

import (
	"bytes"
	"go/build/constraint"
	"go/token"
)

// newGlue takes in the files of the caller. Those of the external test
// package see exported names only, which stay, so they pass through untouched;
// and so do those that only a build tag brings in.
func newGlue(pkg string, glue []File) (own, external []*source) {
	for _, g := range glue {
		s := newSource(g.Name, g.Name, g.Text)
		s.glue = true
		if s.test && isExternal(pkg, s) || isTagged(g.Text) {
			external = append(external, s)
		} else {
			own = append(own, s)
		}
	}
	return own, external
}

func isExternal(pkg string, s *source) bool {
	return s.parse(token.NewFileSet()) == nil && s.syntax.Name.Name == pkg+"_test"
}

// isTagged reports whether a file is built only with a tag.
func isTagged(text []byte) bool {
	for line := range bytes.Lines(text) {
		if expression, err := constraint.Parse(string(bytes.TrimSpace(line))); err == nil {
			return !expression.Eval(func(string) bool { return false })
		}
		if bytes.HasPrefix(line, []byte("package ")) {
			break
		}
	}
	return false
}
