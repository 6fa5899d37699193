package specialise

import (
	"fmt"
	"go/token"
)

// A Violation is what is wrong at one place of a template.
type Violation struct {
	At      token.Position
	Message string
	Hint    string // what to do about it, or ""
}

func (v *Violation) Error() string { return fmt.Sprintf("%s: %s", v.At, v.Message) }
