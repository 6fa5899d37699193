package specialise

import "go/token"

// newGlue takes in the files of the caller. Those of the external test
// package see exported names only, which stay, so they pass through untouched.
func newGlue(pkg string, glue []File) (own, external []*source) {
	for _, g := range glue {
		s := newSource(g.Name, g.Name, g.Text)
		s.glue = true
		if s.test && isExternal(pkg, s) {
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
