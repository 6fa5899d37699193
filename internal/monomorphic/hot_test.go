package monomorphic

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// The methods of an arena that programs call all the time: what may call the
// device, and what may not.
var (
	serving = []string{"Alloc", "AllocWith", "AllocFor", "AllocIn", "AllocForIn", "Free"}
	asking  = []string{"Block", "Offset", "Size", "Memory", "MemoryType", "Buffer", "Stream"}
)

// outside are the packages that hot functions may call.
var outside = map[string]bool{"math/bits": true, "slices": true, "sync": true, "sync/atomic": true, "runtime": true}

// walk follows the calls from hot functions.
type walk struct {
	*checker
	seen   map[*ssa.Function]bool
	native bool // the functions of the device may be called
	driver int  // calls of those
}

// hot checks all that can be reached from the hot methods of every arena: each
// call is static, but for those of the driver's functions by a vkrt.Device. It
// returns what it finds, how many functions were reached, and how many calls of
// the driver.
func hot(program *ssa.Program, p *packages.Package) (findings []finding, reached, driver int) {
	c := &checker{program: program, of: p.Types}
	serves := walk{checker: c, seen: map[*ssa.Function]bool{}, native: true}
	asks := walk{checker: c, seen: map[*ssa.Function]bool{}}
	for _, member := range program.Package(p.Types).Members {
		typ, ok := member.(*ssa.Type)
		if !ok || !strings.HasSuffix(typ.Name(), "Arena") {
			continue
		}
		serves.from(typ, serving)
		asks.from(typ, asking)
	}
	return c.findings, len(serves.seen) + len(asks.seen), serves.driver
}

// from walks from those of the methods that a type has.
func (w *walk) from(t *ssa.Type, methods []string) {
	set := types.NewMethodSet(types.NewPointer(t.Type()))
	for _, method := range methods {
		if found := set.Lookup(w.of, method); found != nil {
			w.function(w.program.MethodValue(found))
		}
	}
}

func (w *walk) function(f *ssa.Function) {
	if w.seen[f] {
		return
	}
	w.seen[f] = true
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				w.call(f, call)
			}
		}
	}
}

func (w *walk) call(f *ssa.Function, call ssa.CallInstruction) {
	common := call.Common()
	callee := common.StaticCallee()
	if _, builtin := common.Value.(*ssa.Builtin); builtin {
		return
	}
	switch {
	case callee == nil && ofDriver(f, common.Value):
		w.driver++
		if !w.native {
			w.found(call.Pos(), name(f), "calls the driver to answer a question")
		}
	case callee == nil:
		w.found(call.Pos(), name(f), "a dynamic call")
	case len(callee.Blocks) > 0:
		w.function(callee)
	case !outside[home(callee)]:
		w.found(call.Pos(), name(f), "calls "+callee.String())
	}
}

// home is the path of the package that declares a function, or the generic one
// that it is an instance of.
func home(f *ssa.Function) string {
	if origin := f.Origin(); origin != nil {
		f = origin
	}
	if f.Pkg == nil {
		return f.Object().Pkg().Path()
	}
	return f.Pkg.Pkg.Path()
}

// ofDriver reports whether a method of a vkrt.Device has a value from its
// functions.
func ofDriver(f *ssa.Function, v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || home(f) != runtime || !strings.HasPrefix(name(f), "Device.") {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	return ok && types.TypeString(deref(field.X.Type()), nil) == runtime+".Functions"
}
