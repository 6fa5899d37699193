package monomorphic

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// mayHold says which functions an interface may occur in: those that make a
// Failure an error, and the one that asks why a file was not written.
var mayHold = map[string]bool{"Failure.Err": true, "Error.Is": true, "Error.Unwrap": true, "writeReport": true}

// mayDefer says which function may defer in a loop: the one that holds the lock
// of every stream.
const mayDefer = "Allocator.Close"

// finding is what a package should not do, and where.
type finding struct {
	at   token.Position
	in   string // the function
	what string
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", f.at.Filename, f.at.Line, f.in, f.what)
}

// checker looks for offences in one package.
type checker struct {
	program  *ssa.Program
	of       *types.Package
	findings []finding
	values   int // that were looked at
}

// check returns what the package does not keep to, and how much of it was
// looked at.
func check(program *ssa.Program, p *packages.Package) (findings []finding, values int) {
	c := &checker{program: program, of: p.Types}
	for _, file := range p.Syntax {
		for _, i := range file.Imports {
			if path := i.Path.Value; path == `"reflect"` || path == `"unsafe"` {
				c.found(i.Pos(), "the file", "imports "+path)
			}
		}
		for _, declaration := range file.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok {
				c.function(program.FuncValue(p.TypesInfo.Defs[f.Name].(*types.Func)))
			}
		}
	}
	own := program.Package(p.Types)
	c.function(own.Func("init")) // what gives variables their first values
	for name, member := range own.Members {
		if _, ok := member.(*ssa.Function); !ok {
			c.holds(member.Pos(), name, "the declaration", member.Type())
		}
	}
	return c.findings, c.values
}

func (c *checker) found(at token.Pos, in, what string) {
	f := finding{c.program.Fset.Position(at), in, what}
	if !slices.Contains(c.findings, f) {
		c.findings = append(c.findings, f)
	}
}

// name is a function's name, with its receiver's type.
func name(f *ssa.Function) string {
	receiver := f.Signature.Recv()
	if receiver == nil {
		return f.Name()
	}
	return types.TypeString(deref(receiver.Type()), func(*types.Package) string { return "" }) + "." + f.Name()
}

func deref(t types.Type) types.Type {
	if p, ok := t.(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// function checks a function that the package declares.
func (c *checker) function(f *ssa.Function) {
	in := name(f)
	if mayHold[in] {
		return
	}
	for _, inner := range f.AnonFuncs {
		c.found(inner.Pos(), in, "a function within a function")
	}
	for _, tuple := range []*types.Tuple{f.Signature.Params(), f.Signature.Results()} {
		for v := range tuple.Variables() {
			c.holds(f.Pos(), in, "the signature", v.Type())
		}
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			c.instruction(f, in, i)
		}
	}
}

// instruction checks one instruction: the values that it is about, and what it
// does.
func (c *checker) instruction(f *ssa.Function, in string, i ssa.Instruction) {
	at := i.Pos()
	if !at.IsValid() {
		at = f.Pos()
	}
	switch i := i.(type) {
	case *ssa.Go:
		c.found(at, in, "a goroutine")
	case *ssa.Defer:
		if in != mayDefer && again(i.Block()) {
			c.found(at, in, "a defer in a loop")
		}
	}
	var callee *ssa.Value
	if call, ok := i.(ssa.CallInstruction); ok && !call.Common().IsInvoke() {
		switch call.Common().Value.(type) {
		case *ssa.Function, *ssa.Builtin:
			callee = &call.Common().Value
		}
	}
	for _, operand := range i.Operands(nil) {
		if *operand != nil && operand != callee {
			c.holds(at, in, "an operand", (*operand).Type())
		}
	}
	if v, ok := i.(ssa.Value); ok {
		c.holds(at, in, "a value", v.Type())
	}
}

// again reports whether a block may come after itself.
func again(b *ssa.BasicBlock) bool {
	seen, next := map[*ssa.BasicBlock]bool{}, slices.Clone(b.Succs)
	for len(next) > 0 && !seen[b] {
		last := next[len(next)-1]
		next = next[:len(next)-1]
		if !seen[last] {
			seen[last] = true
			next = append(next, last.Succs...)
		}
	}
	return seen[b]
}

// holds finds a type that a value known only at run time is behind.
func (c *checker) holds(at token.Pos, in, role string, t types.Type) {
	c.values++
	if what := c.dynamic(t, nil); what != "" {
		c.found(at, in, role+" is "+what)
	}
}

// dynamic says what of a type is known only at run time, if anything is. What
// the types of other packages are made of is their own affair.
func (c *checker) dynamic(t types.Type, within []types.Type) string {
	if slices.Contains(within, t) {
		return ""
	}
	within = append(within, t)
	if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != c.of {
		if _, isStruct := t.Underlying().(*types.Struct); isStruct {
			return ""
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return "an interface"
	case *types.Signature:
		return "a function"
	case *types.Map:
		return "a map"
	case *types.Chan:
		return "a channel"
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			return "an unsafe pointer"
		}
	case *types.Tuple:
		return c.firstOf(u.Variables(), within)
	case *types.Struct:
		return c.firstOf(u.Fields(), within)
	case interface{ Elem() types.Type }: // of a pointer, slice or array
		return c.dynamic(u.Elem(), within)
	}
	return ""
}

// firstOf is dynamic for the first of some variables that is.
func (c *checker) firstOf(variables func(func(*types.Var) bool), within []types.Type) (what string) {
	for v := range variables {
		if what = c.dynamic(v.Type(), within); what != "" {
			break
		}
	}
	return what
}
