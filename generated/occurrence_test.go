package generated

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// A reach is the conditions that the code of each method can make a Failure
// of, itself or in the methods that it calls.
type reach struct {
	bodies map[string]*ast.BlockStmt // by receiver type and name
	types  map[string]string         // of the Allocator's fields and of arenas
	known  facts                     // of the method at hand
}

// conditions adds those of a method and of what it calls in its package.
func (r *reach) conditions(method string, found, seen map[string]bool) {
	body := r.bodies[method]
	if body == nil || seen[method] {
		return
	}
	seen[method] = true
	receiver, _, _ := strings.Cut(method, ".")
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if whether, ok := r.known.whether(n.Cond); ok {
				if n.Init != nil {
					ast.Inspect(n.Init, visit)
				}
				if whether {
					ast.Inspect(n.Body, visit)
				} else if n.Else != nil {
					ast.Inspect(n.Else, visit)
				}
				return false
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "condition" {
				found[n.Value.(*ast.Ident).Name] = true
			}
		case *ast.CallExpr:
			switch callee := n.Fun.(type) {
			case *ast.Ident: // function
				r.conditions(callee.Name, found, seen)
			case *ast.SelectorExpr:
				switch of := callee.X.(type) {
				case *ast.Ident: // a.method
					if of.Name == "a" {
						r.conditions(receiver+"."+callee.Sel.Name, found, seen)
					}
				case *ast.SelectorExpr: // a.Arena.method
					r.conditions(r.types[of.Sel.Name]+"."+callee.Sel.Name, found, seen)
				}
			}
		}
		return true
	}
	ast.Inspect(body, visit)
}

func readReach(t *testing.T, directory string) *reach {
	t.Helper()
	r := &reach{bodies: map[string]*ast.BlockStmt{}, types: map[string]string{}}
	paths, _ := filepath.Glob(filepath.Join(directory, "*.go"))
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				r.bodies[name(n)] = n.Body
			case *ast.TypeSpec:
				if fields, ok := n.Type.(*ast.StructType); ok && (n.Name.Name == "Allocator" || n.Name.Name == "Stream") {
					for _, f := range fields.Fields.List {
						if of, ok := f.Type.(*ast.Ident); ok { // not the streams themselves
							r.types[f.Names[0].Name] = of.Name
						}
					}
				}
			}
			return true
		})
	}
	return r
}

// name is a function's name, with its receiver's type.
func name(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	receiver := f.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	return types.ExprString(receiver) + "." + f.Name.Name
}

// planOf compiles the spec of an example.
func planOf(t *testing.T, directory string) *spec.Plan {
	t.Helper()
	path := filepath.Join(directory, directory+".yaml")
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	plan, diagnostics := spec.CompileWith(path, source, spec.Files{Read: os.ReadFile})
	if diagnostics.Failed() {
		t.Fatal(diagnostics)
	}
	return plan
}

// spared are conditions that a method hands nothing on to bring about: the
// resources and regions that it makes itself are not wrong ones, any memory type
// will do, and blocks of a size that the spec says fit into 2^64 bytes.
var spared = map[string][]string{
	"New":          {"allocationTooLarge"},
	"Alloc":        {"noCompatibleMemoryType"},
	"AllocWith":    {"noCompatibleMemoryType"},
	"AllocIn":      {"noCompatibleMemoryType"},
	"CreateBuffer": {"unknownAllocation", "wrongAllocator", "wrongResource"},
	"CreateImage":  {"unknownAllocation", "wrongAllocator", "wrongResource"},
}

// madeGood reports whether a refusal for want of room may be one that something
// else always makes good: a later pool that has no such refusals, or separate
// storage where the policy has that in the end.
func madeGood(plan *spec.Plan, receiver, condition string) bool {
	return condition == "poolCapacityExceeded" ||
		condition == "outOfSpace" && slices.ContainsFunc(plan.Arenas, func(a spec.Arena) bool {
			last := len(a.Pools) - 1
			return receiver == spec.Camel(a.Name)+"Arena" && (last > 0 && !a.Pools[last].Spills() ||
				slices.ContainsFunc(a.Pools, func(p spec.Pool) bool { return p.Policy() == spec.Adaptive }))
		})
}

// TestOccurrences compares the table of which method can meet what with what
// the code of each method can make a Failure of. The code may have more: a
// refusal for want of room that is always made good, and what only other
// arguments bring about than a method hands on.
func TestOccurrences(t *testing.T) {
	for _, directory := range packages(t) {
		plan := planOf(t, directory)
		claimed := map[string]map[string]bool{}
		for _, o := range plan.Occurrences() {
			method := "Allocator." + o.Operation
			if o.Arena != "" {
				method = spec.Camel(o.Arena) + "Arena." + o.Operation
			} else if o.Operation == "New" {
				method = "New"
			}
			if claimed[method] == nil {
				claimed[method] = map[string]bool{}
			}
			claimed[method][strings.ToLower(o.Condition.Condition[:1])+o.Condition.Condition[1:]] = true
		}
		r := readReach(t, directory)
		for method := range r.bodies {
			receiver, called, ok := strings.Cut(method, ".")
			if method == "New" {
				called = method
			} else if !ok || !ast.IsExported(called) || receiver != "Allocator" && !strings.HasSuffix(receiver, "Arena") {
				continue
			}
			found := map[string]bool{}
			r.known = factsOf[called]
			r.conditions(method, found, map[string]bool{})
			for condition := range found {
				if !claimed[method][condition] && !slices.Contains(spared[called], condition) && !madeGood(plan, receiver, condition) {
					t.Errorf("%s: %s can fail with %s, which the table lacks", directory, method, condition)
				}
			}
			for condition := range claimed[method] {
				if !found[condition] {
					t.Errorf("%s: the table has %s for %s, whose code lacks it", directory, condition, method)
				}
			}
			delete(claimed, method)
		}
		for method := range claimed {
			t.Errorf("%s: the table has the method %s, which is not there", directory, method)
		}
	}
}
