package templates

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/templates/internal/glue"
	"github.com/allocgen/allocgen/templates/internal/specialise"
)

// contract is what pools of blocks use of the algorithm that places regions in
// their blocks: that of tlsf, of linear, or a strategy of the user's own.
var contract = []specialise.Member{
	{Name: "Space.Init", Type: "func(regions int, granularity uint64)",
		Doc: "which empties the space and provides for that many regions; contents that don't mix keep to pages of granularity bytes"},
	{Name: "Space.Apart", Type: "func()",
		Doc: "which gives every table room of 512 bytes at least, so that streams share no cache line"},
	{Name: "Space.Add", Type: "func(number uint32, bytes uint64)",
		Doc: "which adds a block: of the lowest number that never was added, or one that was removed"},
	{Name: "Space.Remove", Type: "func(number uint32)", Doc: "which removes an empty block"},
	{Name: "Space.Alloc", Type: "func(number uint32, extent, align uint64, how uint8) uint32",
		Doc: "which places a region in a block and returns its number, below 1<<31; 0 says that there is no room, and nothing has changed"},
	{Name: "Space.Free", Type: "func(region uint32)", Doc: "which ends a live region"},
	{Name: "Space.BlockOf", Type: "func(region uint32) uint32", Doc: "which returns the block of a live region"},
	{Name: "Space.Offset", Type: "func(region uint32) uint64", Doc: "which returns where in its block a live region begins, in bytes"},
	{Name: "Space.Extent", Type: "func(region uint32) uint64", Doc: "which returns the extent that a live region was placed with"},
	{Name: "Space.FreeBytes", Type: "func(number uint32) uint64", Doc: "which returns the bytes of a block less the extents of its live regions"},
	{Name: "Space.IsEmpty", Type: "func(number uint32) bool", Doc: "which reports whether no region of a block is live"},
	{Name: "Space.Is", Type: "func(number uint32, bytes uint64) bool", Doc: "which reports whether a number is that of a block of so many bytes"},
	{Name: "Space.Broken", Type: "func(live []uint32) string",
		Doc: "which returns the law that the tables break, or \"\", where exactly these regions must be live; it ends whatever the tables hold"},
	{Name: "EmptiestFirst", Type: "func(how uint8) bool", Doc: "which reports whether of several blocks the one with the most free bytes is tried first"},
	{Name: "MostBytes", Type: "uint64", Value: "1 << 57", Doc: "the bytes of the largest block that there can be, at least those that the policy makes"},
	{Name: "BlockLimit", Type: "int32", Value: "1<<31 - 1", Doc: "how many blocks there can be at once, at most 1<<31 - 1, and as many as max_blocks says or more"},
	{Name: "LiveLimit", Type: "int", Value: "0", Fixed: true, Doc: "as it is the arena that bounds its regions, with max_live"},
	{Name: "Appends", Type: "bool", Value: "false", Doc: "whether regions go behind one another, so that of several blocks only the latest and the empty ones have room"},
	{Name: "Optimal", Type: "uint8", Value: "1 << 6", Fixed: true, Doc: "the bit of how by which a request is for an image with optimal tiling"},
	{Name: "Upper", Type: "uint8", Value: "1 << 3", Fixed: true, Doc: "the bit of how that only linear pools know"},
	{Name: "HasUpper", Type: "bool", Value: "false", Fixed: true, Doc: "as only linear pools are filled from the top"},
}

// CheckStrategies returns what keeps the strategies of a plan from being
// specialised: what they have that no template may have, or what they lack that
// pools of blocks use.
func CheckStrategies(p *spec.Plan) (found spec.Diagnostics) {
	if len(p.Strategies) == 0 {
		return nil
	}
	all, err := library(p.Tests)
	if err != nil {
		panic(err) // they are part of the tool
	}
	for i, s := range p.Strategies {
		for _, err := range specialise.Meets(strategySource(i, s, p.Tests), all, contract) {
			found = append(found, diagnose(s, err))
		}
	}
	return found
}

// Diagnose returns what an error of Emit says of the strategies of a plan: values of
// parameters that they do not allow. It returns nothing where the error says
// something else.
func Diagnose(p *spec.Plan, err error) (found spec.Diagnostics) {
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	for _, err := range all {
		v, ok := errors.AsType[*specialise.Violation](err)
		at := -1
		if ok {
			at = slices.IndexFunc(p.Strategies, func(s *spec.Strategy) bool { return path.Dir(v.At.Filename) == path.Clean(filepath.ToSlash(s.Dir)) })
		}
		if at < 0 {
			return nil
		}
		hint := "give the pool others: what the strategy allows is what this line demands"
		if m := slices.IndexFunc(contract, func(m specialise.Member) bool { return m.Name == v.Member }); m >= 0 {
			hint = contract[m].Hint()
		}
		s := p.Strategies[at]
		found = append(found, s.Violation(v.At, v.Message+", with the values that its parameters have in "+poolsOf(p, s), hint))
	}
	return found
}

// poolsOf names the pools that a strategy is in.
func poolsOf(p *spec.Plan, s *spec.Strategy) string {
	var names []string
	for _, a := range p.Arenas {
		for _, pool := range a.Pools {
			if p.Strategy(pool.Kind) == s {
				names = append(names, a.Name+"."+pool.Name)
			}
		}
	}
	return strings.Join(names, " or ")
}

// diagnose shows an error in the source of a strategy.
func diagnose(s *spec.Strategy, err error) spec.Diagnostic {
	v, ok := errors.AsType[*specialise.Violation](err)
	if !ok {
		v = &specialise.Violation{Message: err.Error()}
	}
	return s.Violation(v.At, v.Message, v.Hint)
}

// withStrategies adds the strategies of a plan to the templates.
func withStrategies(library []specialise.Source, p *spec.Plan) []specialise.Source {
	for i, s := range p.Strategies {
		library = append(library, strategySource(i, s, p.Tests))
	}
	return library
}

// strategySource is the i-th strategy of a plan as a template.
func strategySource(i int, s *spec.Strategy, tests bool) specialise.Source {
	source := specialise.Source{Path: glue.StrategyPath(i), Dir: s.Dir, Files: map[string][]byte{}}
	for name, text := range s.Files {
		if tests || name != "laws_test.go" {
			source.Files[name] = text
		}
	}
	return source
}

// Contract returns what a strategy must declare, in Markdown, the same bytes each
// time.
func Contract() []byte {
	b := []byte("| declaration | what it is |\n|---|---|\n")
	for _, m := range contract {
		b = fmt.Appendf(b, "| `%s` | %s |\n", m.Form(), m.Doc)
	}
	return b
}
