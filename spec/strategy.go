package spec

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/constant"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// StrategyScope is where the keys are that every pool of a strategy of one's
// own has. Beside them it has a key for each parameter of the strategy.
const StrategyScope Scope = "strategy"

// A Strategy is a Go package of the user's own that places regions in the blocks
// of pools, as the templates of tlsf and linear do.
type Strategy struct {
	Path   string            // its directory from that of the spec, as the spec says it
	Dir    string            // the same as diagnostics print it
	Name   string            // of the package
	Params []string          // its parameters, by their names in Go
	Files  map[string][]byte // texts of its Go files by base name: no test but laws_test.go

	fields []Field // the keys of the parameters that no pool of blocks has anyway
}

// Keys returns the keys that pools of the strategy have beside those of all pools
// of blocks: one for each parameter that is of no such key.
func (s *Strategy) Keys() []Field { return slices.Clone(s.fields) }

// HasKey reports whether a key is one of Keys.
func (s *Strategy) HasKey(key string) bool {
	return slices.ContainsFunc(s.fields, func(f Field) bool { return f.Key == key })
}

// Violation returns a diagnostic at a position in a Go file of the strategy, or
// at its package where the position is none.
func (s *Strategy) Violation(at token.Position, message, hint string) Diagnostic {
	name := filepath.Base(at.Filename)
	if _, known := s.Files[name]; !known {
		name = slices.Sorted(maps.Keys(s.Files))[0]
	}
	r := newReporter(newSource(filepath.ToSlash(filepath.Join(s.Dir, name)), s.Files[name]))
	r.report(ruleContract, r.source.column(at), message, hint)
	return r.found[0]
}

// Files is how the other files are read that a spec names. Paths start from the
// directory of the spec's name.
type Files struct {
	Read func(path string) ([]byte, error)
	List func(directory string) ([]string, error) // base names of the files there
}

// noFiles is how a spec is compiled that can read no other file.
var noFiles = Files{
	Read: func(string) ([]byte, error) { return nil, errAlone },
	List: func(string) ([]string, error) { return nil, errAlone },
}

var errAlone = errors.New("this spec is read alone")

// strategyPattern is what the kind of a pool looks like that is the path of a
// strategy, in the dialect of JSON Schema.
const strategyPattern = `^\.\.?/[^\\]*$`

// IsStrategy reports whether the kind is the path of a strategy of one's own.
func (k Kind) IsStrategy() bool {
	return strings.HasPrefix(string(k), "./") || strings.HasPrefix(string(k), "../")
}

// scope is where the keys of a kind are.
func (k Kind) scope() Scope {
	if k.IsStrategy() {
		return StrategyScope
	}
	return Scope(k)
}

// poolKind decodes the kind of a pool: a word, or the path of a strategy that was
// read before.
func (d *decoder) poolKind(f Field, at span, n *yaml.Node) string {
	if Kind(n.Value).IsStrategy() {
		return n.Value
	}
	return d.wordOr(f, at, n, "a kind of your own is the path to its package from here, such as ./buddy")
}

// strategy returns the strategy whose path is the kind of a pool, nil if there is
// none, which is reported.
func (d *decoder) strategy(kind *yaml.Node) *Strategy {
	n, at := target(kind), d.source.node(kind)
	s, known := d.strategies[n.Value]
	found := len(d.found)
	if path := d.path(Field{Key: "kind", Type: Path, Min: 1, Max: maxPath}, at, n); !known && len(d.found) == found {
		s = d.readStrategy(at, path)
		d.strategies[path] = s
	}
	if s == nil {
		d.broken[n] = true
	}
	return s
}

// readStrategy reads the package at a path, or reports why it can't be one.
func (d *decoder) readStrategy(at span, path string) *Strategy {
	s := &Strategy{Path: path, Dir: filepath.Join(filepath.Dir(d.source.name), filepath.FromSlash(path)), Files: map[string][]byte{}}
	names, err := d.files.List(s.Dir)
	if err != nil {
		d.report(ruleStrategy, at, fmt.Sprintf("cannot read %s: %s", path, printable(err)), "a kind with a path is a directory with a Go package; allocgen init -strategy writes one to start from")
		return nil
	}
	for _, name := range names {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") && name != "laws_test.go" {
			continue
		}
		if !unconstrained(name) {
			d.report(ruleStrategy, at, fmt.Sprintf("%s is for some systems only, as its name says", filepath.ToSlash(filepath.Join(path, name))), "rename it: generated packages are for all")
			return nil
		}
		if s.Files[name], err = d.files.Read(filepath.Join(s.Dir, name)); err != nil {
			d.report(ruleStrategy, at, fmt.Sprintf("cannot read %s: %s", filepath.ToSlash(filepath.Join(path, name)), printable(err)), "")
			return nil
		}
	}
	sound := true
	for _, name := range slices.Sorted(maps.Keys(s.Files)) {
		in := newReporter(newSource(filepath.ToSlash(filepath.Join(s.Dir, name)), s.Files[name]))
		d.beside = append(d.beside, in)
		sound = s.parse(in, name) && sound
	}
	if slices.Contains(taken, s.Name) {
		d.report(ruleStrategy, at, fmt.Sprintf("%s is package %s, and pools of blocks have something of that name", path, s.Name), "rename the package")
		return nil
	}
	if s.Name == "" && sound {
		d.report(ruleStrategy, at, path+" has no Go files", "name the directory of a Go package")
		return nil
	}
	if !sound {
		return nil
	}
	return s
}

// taken is the names of what a pool of blocks is made of beside its strategy, and of
// packages that no other can import.
var taken = []string{"adaptive", "automatic", "blocks", "broken", "growth", "idle", "main", "pool", "search", "whole"}

// TakenNames returns names that the package of a strategy cannot have.
func TakenNames() []string { return slices.Clone(taken) }

// unconstrained reports whether the name of a Go file puts it on no system of its
// own, such as x_linux.go.
func unconstrained(name string) bool {
	nowhere := build.Context{GOOS: "none", GOARCH: "none", Compiler: "gc", OpenFile: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("package p\n")), nil
	}}
	match, err := nowhere.MatchFile("", name)
	return match || err != nil
}

// parse takes in the parameters of one file, and reports what it cannot.
func (s *Strategy) parse(r *reporter, name string) (sound bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, s.Files[name], parser.ParseComments|parser.SkipObjectResolution)
	var list scanner.ErrorList
	if errors.As(err, &list) {
		for _, e := range list {
			r.report(ruleStrategy, r.source.column(e.Pos), e.Msg, "")
		}
		return false
	}
	if strings.HasSuffix(name, "_test.go") {
		return true
	}
	s.Name = file.Name.Name
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, of := range g.Specs {
			if v := of.(*ast.ValueSpec); isParameter(v) {
				s.parameter(r, fset, v)
			}
		}
	}
	return len(r.found) == 0
}

// isParameter reports whether a constant is a parameter of its template.
func isParameter(v *ast.ValueSpec) bool {
	return v.Comment != nil && strings.Fields(v.Comment.List[0].Text)[0] == "//allocgen:param"
}

// parameter adds a parameter, and the key for it: its name in snake_case, of
// which the value is a number or a truth value.
func (s *Strategy) parameter(r *reporter, fset *token.FileSet, v *ast.ValueSpec) {
	name := v.Names[0].Name
	at := r.source.column(fset.Position(v.Pos()))
	at.width = utf8.RuneCountInString(name)
	key := snake(name)
	f := Field{Scope: StrategyScope, Key: key, Type: Size, Max: Unlimited - 1, Doc: strings.Join(strings.Fields(v.Doc.Text()), " ")}
	s.Params = append(s.Params, name)
	switch _, known := field(key, PoolScope); {
	case slices.Contains(ofBlocks, name):
		return
	case known || slices.Contains(keysOf(StrategyScope), key):
		r.report(ruleParameter, at, fmt.Sprintf("the parameter %s would be the key %s, which every pool has", name, key), "choose another name")
		return
	case LowerCamel(key) != name || misnamedKey(key):
		r.report(ruleParameter, at, fmt.Sprintf("the parameter %s makes no key", name), "name it as "+quote("maxOrder")+" is, whose key is max_order")
		return
	}
	value := constant.MakeUnknown()
	if len(v.Names) == 1 && len(v.Values) == 1 {
		if tv, err := types.Eval(fset, nil, token.NoPos, types.ExprString(v.Values[0])); err == nil && tv.Value != nil {
			value = tv.Value
		}
	}
	n, exact := constant.Uint64Val(constant.ToInt(value))
	switch {
	case value.Kind() == constant.Bool:
		f.Type, f.Default = Boolean, value.String()
	case value.Kind() == constant.Int && exact && n != Unlimited:
		f.Default = decimal(n)
	default:
		r.report(ruleParameter, at, fmt.Sprintf("the parameter %s has no number or truth value as its default", name), "write one, such as "+name+" = 16")
		return
	}
	s.fields = append(s.fields, f)
}

// ofBlocks is the parameters that strategies can have whose values follow from
// the keys of every pool of blocks.
var ofBlocks = []string{"alignment", "blockSize", "contents", "deallocPeriod", "largestBlock", "margin", "maxBlocks", "maxLive", "maxSize", "minBlockSize", "policy"}

func misnamedKey(key string) bool {
	problem, _ := misnamed(key)
	return problem != ""
}

// snake returns a lowerCamel name in snake_case: maxOrder is max_order.
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// column returns the span of the rune at a position in Go, whose columns count
// bytes.
func (s *source) column(at token.Position) span {
	line := s.line(min(max(at.Line, 1), len(s.lines)))
	runes, bytes := 0, 0
	for runes < len(line) && bytes < at.Column-1 {
		bytes += utf8.RuneLen(line[runes])
		runes++
	}
	return s.clamp(span{at.Line, runes + 1, 1})
}

// Strategy returns the strategy whose path is a kind of pool, nil if none is.
func (p *Plan) Strategy(k Kind) *Strategy {
	if i := slices.IndexFunc(p.Strategies, func(s *Strategy) bool { return s.Path == string(k) }); i >= 0 {
		return p.Strategies[i]
	}
	return nil
}

// checkStrategy reports contents that the strategy of a pool does not keep apart.
func checkStrategy(r *reporter, p *object) {
	s, contents := p.strategy, p.value("contents")
	if s != nil && contents.ok && contents.text == contentsWords[ofMixed] && !slices.Contains(s.Params, "contents") {
		r.report(ruleContents, contents.at, s.Path+" does not keep buffers and images apart: it has no parameter contents",
			"declare contents: buffers or images, or add the parameter")
	}
}
