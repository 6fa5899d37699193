package monomorphic

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// flags ask the compiler what it inlines, what it puts on the heap, and where
// bounds are checked. The go command keeps what was said, and says it again.
const flags = "-gcflags=-m -d=ssa/check_bce/debug=1"

var remarkForm = regexp.MustCompile(`^(.*\.go):(\d+):(\d+): (.*)$`)

// remark is what the compiler says of a place, of which it gives no offset.
type remark struct {
	at   token.Position
	text string
}

// compile returns what the compiler says of packages in the root module, with
// other text in place of files.
func compile(t *testing.T, instead map[string][]byte, patterns ...string) (said []remark) {
	t.Helper()
	build := exec.CommandContext(t.Context(), "go", append([]string{"build", flags, "-overlay=" + overlay(t, instead)}, patterns...)...)
	build.Dir = root
	out, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%.2000s", build, err, out)
	}
	for line := range strings.Lines(string(out)) {
		m := remarkForm.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil || filepath.IsAbs(m[1]) { // of another package
			continue
		}
		file, err := filepath.Abs(filepath.Join(root, m[1]))
		if err != nil {
			t.Fatal(err)
		}
		number, _ := strconv.Atoi(m[2])
		column, _ := strconv.Atoi(m[3])
		said = append(said, remark{token.Position{Filename: file, Line: number, Column: column}, m[4]})
	}
	return said
}

// overlay writes what is to replace files as the go command reads it.
func overlay(t *testing.T, instead map[string][]byte) (list string) {
	t.Helper()
	directory, replace := t.TempDir(), map[string]string{}
	for path, text := range instead {
		replace[path] = filepath.Join(directory, fmt.Sprintf("%d.go", len(replace)))
		if err := os.WriteFile(replace[path], text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list = filepath.Join(directory, "overlay.json")
	if err := os.WriteFile(list, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return list
}

// compiled is a function, as the compiler made it.
type compiled struct {
	*ssa.Function
	name     string
	hot      bool     // reached from a hot method
	growth   bool     // kept out of what calls it by go:noinline, or called by such functions alone
	inlined  bool     // may be part of what calls it
	onHeap   []string // what it puts there, in order
	bounds   int      // places where they are checked
	outlined []string // calls that are not inlined, of what can be reached with it
}

// reports are what is known of a package before its functions are looked at.
type reports struct {
	fset    *token.FileSet
	said    map[string][]remark           // by file
	inlined map[remark]bool               // where each function is part of what calls it
	hot     map[*ssa.Function]bool        // in the package, and in the runtime
	callers map[*ssa.Function][]*compiled // that are hot
}

// functions returns every function of a package with what the compiler said of
// it. What is outside of functions, it counts to none.
func functions(program *ssa.Program, p *packages.Package, said []remark) (list []*compiled) {
	r := &reports{p.Fset, map[string][]remark{}, map[remark]bool{}, map[*ssa.Function]bool{}, map[*ssa.Function][]*compiled{}}
	serves, asks := hot(program, p)
	maps.Copy(r.hot, serves.seen)
	maps.Copy(r.hot, asks.seen)
	for _, m := range said {
		r.said[m.at.Filename] = append(r.said[m.at.Filename], m)
		if callee, ok := strings.CutPrefix(m.text, "inlining call to "); ok {
			r.inlined[remark{m.at, plain.Replace(callee)}] = true
		}
	}
	for _, file := range p.Syntax {
		for _, declaration := range file.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok {
				list = append(list, r.function(f, program.FuncValue(p.TypesInfo.Defs[f.Name].(*types.Func))))
			}
		}
	}
	r.markGrowth(list)
	slices.SortFunc(list, func(a, b *compiled) int { return strings.Compare(a.name, b.name) })
	return list
}

// function gathers what was said of one function.
func (r *reports) function(declared *ast.FuncDecl, f *ssa.Function) *compiled {
	c := &compiled{Function: f, name: name(f), hot: r.hot[f]}
	c.growth = declared.Doc != nil && slices.ContainsFunc(declared.Doc.List, func(c *ast.Comment) bool { return c.Text == "//go:noinline" })
	from, to := r.fset.Position(declared.Pos()), r.fset.Position(declared.End())
	for _, m := range r.said[from.Filename] {
		if m.at.Line >= from.Line && m.at.Line <= to.Line {
			c.read(m.text)
		}
	}
	if !c.hot {
		return c
	}
	for _, call := range calls(f, r.hot) {
		callee := call.StaticCallee()
		r.callers[callee] = append(r.callers[callee], c)
		at := r.fset.Position(call.Pos())
		at.Offset = 0
		if m := (remark{at, called(callee, f)}); !r.inlined[m] && !slices.Contains(c.outlined, m.text) {
			c.outlined = append(c.outlined, m.text)
		}
	}
	return c
}

// markGrowth marks what only functions for growth call.
func (r *reports) markGrowth(list []*compiled) {
	ordinary := func(c *compiled) bool { return !c.growth }
	for more := true; more; {
		more = false
		for _, c := range list {
			if callers := r.callers[c.Function]; !c.growth && len(callers) > 0 && !slices.ContainsFunc(callers, ordinary) {
				c.growth, more = true, true
			}
		}
	}
}

// plain takes out of the compiler's name of a method that the receiver is a
// pointer.
var plain = strings.NewReplacer("(*", "", ")", "")

// called is the name of a function, as a caller in another package or the same
// says it.
func called(f, caller *ssa.Function) string {
	if f.Pkg == caller.Pkg {
		return name(f)
	}
	return f.Pkg.Pkg.Name() + "." + name(f)
}

// calls returns the calls of functions of a set, deferred ones aside.
func calls(f *ssa.Function, of map[*ssa.Function]bool) (list []*ssa.CallCommon) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(*ssa.Call); ok && of[call.Common().StaticCallee()] {
				list = append(list, call.Common())
			}
		}
	}
	return list
}

// read adds a remark on the function.
func (c *compiled) read(text string) {
	what, escapes := strings.CutSuffix(text, " escapes to heap")
	switch moved, ok := strings.CutPrefix(text, "moved to heap: "); {
	case ok:
		c.onHeap = append(c.onHeap, moved)
	case escapes:
		c.onHeap = append(c.onHeap, what)
	case text == "Found IsInBounds" || text == "Found IsSliceInBounds":
		c.bounds++
	case plain.Replace(text) == "can inline "+c.name:
		c.inlined = true
	}
}
