package spec

import "fmt"

// An Account is a plan, and for each key of the language where its value comes
// from.
type Account struct {
	Plan     *Plan
	Settings []Setting // of the file, of arena by arena with its pools, of the declared errors
}

// A Setting is a key with the value that it has in a plan.
type Setting struct {
	Arena, Pool, Error string // whose key it is; all are "" for one of the file

	// Key has what it stands in before it, within what it is a key of:
	// memory.require, and policy.block_size for every policy that has blocks of a
	// size.
	Key    string
	Field  Field
	Value  any // uint64, bool, string or []string; nil for no limit, and for nothing
	Origin Origin
}

// An Origin is where a value comes from.
type Origin struct {
	File      string // that gives it, "" if none does
	Line, Col int    // there, from 1; columns count runes

	// Default says of a value that no file gives whose default it is, such as
	// "default of kind tlsf", or that there is none.
	Default string
}

// String returns the origin as positions are printed, or as whose default it is.
func (o Origin) String() string {
	if o.File == "" {
		return o.Default
	}
	return fmt.Sprintf("%s:%d:%d", o.File, o.Line, o.Col)
}

// AccountFor is CompileWith, and also says where each value comes from. The
// Account is nil where the Plan would be.
func AccountFor(name string, src []byte, files Files) (*Account, Diagnostics) {
	c := compileFile(name, src, files)
	if c.plan == nil {
		return nil, c.diagnostics
	}
	return &Account{c.plan, c.settings()}, c.diagnostics
}
