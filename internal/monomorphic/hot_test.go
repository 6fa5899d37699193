package monomorphic

import (
	"go/types"
	"slices"
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

// inText is a function that hot ones may call besides, to record a number.
const inText = "strconv.AppendUint"

// aside are the functions that hot ones call once in many times: to write what an
// arena has recorded, and what it tells where memory runs out; and to make the
// memory of a block that has done without.
var aside = []string{"sink.flush", "Arena.raiseAlarm", "Arena.materialise"}

// path is what can be reached from hot methods.
type path struct {
	*checker
	seen   map[*ssa.Function]bool
	native bool // the functions of the device may be called
	driver int  // calls of those
}

// hot returns what can be reached from the hot methods of every arena that serve
// and of those that ask, for each. Every call there is static, but for those of
// the driver's functions by a vkrt.Device; what is not is among the findings.
func hot(program *ssa.Program, p *packages.Package) (serves, asks *path) {
	serves = &path{checker: &checker{program: program, of: p.Types}, seen: map[*ssa.Function]bool{}, native: true}
	asks = &path{checker: &checker{program: program, of: p.Types}, seen: map[*ssa.Function]bool{}}
	for _, member := range program.Package(p.Types).Members {
		if typ, ok := member.(*ssa.Type); ok && strings.HasSuffix(typ.Name(), "Arena") {
			serves.from(typ, serving)
			asks.from(typ, asking)
		}
	}
	return serves, asks
}

// from adds those of the methods that a type has.
func (p *path) from(t *ssa.Type, methods []string) {
	set := types.NewMethodSet(types.NewPointer(t.Type()))
	for _, method := range methods {
		if found := set.Lookup(p.of, method); found != nil {
			p.function(p.program.MethodValue(found))
		}
	}
}

func (p *path) function(f *ssa.Function) {
	if p.seen[f] || slices.ContainsFunc(aside, func(rare string) bool { return strings.HasSuffix(name(f), rare) }) {
		return
	}
	p.seen[f] = true
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				p.call(f, call)
			}
		}
	}
}

func (p *path) call(f *ssa.Function, call ssa.CallInstruction) {
	common := call.Common()
	callee := common.StaticCallee()
	if _, builtin := common.Value.(*ssa.Builtin); builtin {
		return
	}
	switch {
	case callee == nil && ofDriver(f, common.Value):
		p.driver++
		if !p.native {
			p.found(call.Pos(), name(f), "calls the driver to answer a question")
		}
	case callee == nil:
		p.found(call.Pos(), name(f), "a dynamic call")
	case len(callee.Blocks) > 0:
		p.function(callee)
	case !outside[home(callee)] && callee.String() != inText:
		p.found(call.Pos(), name(f), "calls "+callee.String())
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
	if !ok || home(f) != vkrt || !strings.HasPrefix(name(f), "Device.") {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	return ok && types.TypeString(deref(field.X.Type()), nil) == vkrt+".Functions"
}
