package specialise

import (
	"errors"
	"fmt"
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
