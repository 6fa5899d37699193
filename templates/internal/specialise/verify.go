package specialise

import (
	"errors"
	"fmt"
	"go/token"
)

// verify reports why the output wouldn't compile: a fault of this package,
// not of its input, which was found to compile.
func (p *program) verify() error {
	var errs []error
	for _, err := range p.errs {
		errs = append(errs, fmt.Errorf("internal error: specialised %w", err))
	}
	return errors.Join(errs...)
}

// withCode returns the files that still declare something, parsed. The
// caller's files always stay.
func withCode(fset *token.FileSet, files []*source) (kept []*source, err error) {
	for _, s := range files {
		if err := s.parse(fset); err != nil {
			return nil, err
		}
		if s.glue || len(s.syntax.Decls) > 0 {
			kept = append(kept, s)
		}
	}
	return kept, nil
}
