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
	Member  string // of a contract, if that is what is wrong
}

func (v *Violation) Error() string { return fmt.Sprintf("%s: %s", v.At, v.Message) }
