package templates

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/templates/internal/specialise"
)

// TestBuiltInsMeetTheContract: what is demanded of a strategy is what tlsf and
// linear have, but that linear pools can be filled from the top, and that tlsf knows
// how many regions there can be.
func TestBuiltInsMeetTheContract(t *testing.T) {
	all, err := library(true)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tlsf", "linear"} {
		for _, err := range specialise.Meets(all[slices.IndexFunc(all, func(s specialise.Source) bool { return path.Base(s.Path) == name })], all, contract) {
			if allowed := map[string]string{"linear": "HasUpper is true, not false", "tlsf": "LiveLimit is 30000, not 0"}; !strings.Contains(err.Error(), allowed[name]) {
				t.Error(err)
			}
		}
	}
}

// files are those of a strategy, by their paths.
type files map[string]string

// starter is the strategy that allocgen init writes.
func starter(t testing.TB) files {
	t.Helper()
	paths, err := filepath.Glob("../cmd/allocgen/starter/strategy/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no strategy to start from: %v", err)
	}
	of := files{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		of["first/"+filepath.Base(path)] = string(text)
	}
	return of
}

// compile compiles a spec with a pool of the strategy.
func (f files) compile(t *testing.T, more string) (*spec.Plan, spec.Diagnostics) {
	t.Helper()
	const head = "version: 1\npackage: own\ntarget: host\narenas:\n  host:\n    pools:\n      - {name: ranges, kind: ./first, policy: {pooled: {block_size: 1MiB}}"
	return spec.CompileWith("own.yaml", []byte(head+more+"}\n"), spec.Files{
		Read: func(path string) ([]byte, error) { return []byte(f[filepath.ToSlash(path)]), nil },
		List: f.list,
	})
}

// list returns the names of the files; there is one directory.
func (f files) list(string) (names []string, err error) {
	for path := range f {
		names = append(names, filepath.Base(path))
	}
	return names, nil
}

// TestStrategiesAreChecked: whatever a strategy must not have or must have is
// found, with its place and a hint.
func TestStrategiesAreChecked(t *testing.T) {
	for _, c := range []struct{ file, from, to, want, hint string }{
		{"strategy.go", "", "", "", ""},
		{"strategy.go", "\nimport \"slices\"\n", "\nimport (\n\t\"slices\"\n\n\t\"example.com/more\"\n)\n\nconst _ = more.X\n", ":21:2: error AG227: a template imports the standard library and templates only, not example.com/more", "move what it needs"},
		{"strategy.go", "// insert adds", "var calls int\n\n// insert adds", ":145:1: error AG227: a template has no package-level variables", "make it a constant or a field"},
		{"strategy.go", "func (s *Space) Init(", "func init() {}\n\nfunc (s *Space) Init(", ": error AG227: a template has no init function", "made ready"},
		{"strategy.go", "	b := &s.blocks[number]\n	align =", "	b := &s.blocks[number]\n	defer s.Apart()\n	align =", ": error AG227: a template has no defer", "before each return"},
		{"strategy.go", "	b := &s.blocks[number]\n	align =", "	b := &s.blocks[number]\n	go s.Apart()\n	align =", ": error AG227: a template starts no goroutines", "under a lock"},
		{"strategy.go", "	b := &s.blocks[number]\n	align =", "	b := &s.blocks[number]\n	_ = func() {}\n	align =", ": error AG227: a template has no function literals", "a function or a branch"},
		{"strategy.go", "	b := &s.blocks[number]\n	align =", "	b := &s.blocks[number]\n	var _ any = b\n	align =", ": error AG227: a template has no interface types, nor any", "concrete type"},
		{"strategy.go", "	b := &s.blocks[number]\n	align =", "	b := &s.blocks[number]\n	_ = s.take\n	align =", ": error AG227: a template has no function values", "by its name"},
		{"strategy.go", "	b := &s.blocks[number]\n	align =", "	b := &s.blocks[number]\n	_ = EmptiestFirst\n	align =", ": error AG227: a template has no function values", "by its name"},
		{"strategy.go", "	b := &s.blocks[number]\n	align =", "	b := &s.blocks[number]\n	_ = make(chan int)\n	align =", ": error AG227: a template has no channels", "under a lock"},
		{"strategy.go", "// insert adds", "func outside()\n\n// insert adds", ": error AG227: a template has no function without a body", "write it in Go"},
		{"strategy.go", "type Space struct {", "type list[T any] []T\n\ntype Space struct {", ": error AG227: a template has no type parameters", "concrete type"},
		{"strategy.go", "	spare   uint32 // recycled regions\n", "	spare   uint64 // recycled regions\n", ": error AG227: cannot use", ""},
		{"strategy.go", "func (s *Space) IsEmpty(", "func (s *Space) Empty(", ": error AG227: Space has no method IsEmpty", "declare func (s *Space) IsEmpty(number uint32) bool, which reports"},
		{"strategy.go", "FreeBytes(number uint32) uint64 { return ", "FreeBytes(number uint32) int { return int(s.blocks[number].size); return ", ": error AG227: Space.FreeBytes is a func(number uint32) int, not a func(number uint32) uint64", "declare func (s *Space) FreeBytes"},
		{"strategy.go", "	LiveLimit = 0\n", "	Limit = 0\n", ": error AG227: no LiveLimit is declared", "declare const LiveLimit = 0, as it is the arena"},
		{"strategy.go", "	HasUpper = false\n", "	HasUpper = true\n", ":36:2: error AG227: HasUpper is true, not false", "declare const HasUpper = false"},
		{"strategy.go", "	Optimal = 1 << 6\n", "	Optimal = 1 << 5\n", ": error AG227: Optimal is 32, not 1 << 6", "declare const Optimal = 1 << 6"},
		{"strategy.go", "	BlockLimit = 1<<31 - 1\n", "	BlockLimit = 1 << 31\n", ": error AG227: BlockLimit is 2147483648, not some int32 above 0", "declare const BlockLimit"},
		{"strategy.go", "	b := &s.blocks[number]\n	align =", "	b := &s.blocks[number]\n	for range slices.Values(s.blocks) {\n		break\n	}\n	align =", ": error AG227: a template ranges over nothing whose type another package decides", "range over a slice"},
		{"strategy.go", "	BlockLimit = 1<<31 - 1\n", "	BlockLimit = 0\n", ": error AG227: BlockLimit is 0, not some int32 above 0", "declare const BlockLimit"},
		{"strategy.go", "\nimport \"slices\"\n", "\nimport (\n\t\"slices\"\n\t\"unsafe\"\n)\n\nconst _ = unsafe.Sizeof(1)\n", ":20:2: error AG227: a template does not import unsafe", "index a slice"},
		{"strategy.go", "	spare   uint32 // recycled regions\n", "	spare   uint32 // recycled regions\n	places  map[uint32]uint64\n", ": error AG227: a template has no maps", "index a slice"},
		{"strategy.go", "	spare   uint32 // recycled regions\n", "	spare   uint32 // recycled regions\n	first   func(int) int\n", ": error AG227: a template has no function values", "by its name"},
		{"strategy.go", "func EmptiestFirst(uint8) bool", "func EmptiestFirst() bool", ": error AG227: EmptiestFirst is a func() bool, not a func(how uint8) bool", "declare func EmptiestFirst(how uint8) bool"},
	} {
		f := starter(t)
		if name := "first/" + c.file; strings.Count(f[name], c.from) == 1 || c.from == "" {
			f[name] = strings.Replace(f[name], c.from, c.to, 1)
		} else {
			t.Fatalf("%q is not in %s once", c.from, name)
		}
		plan, ds := f.compile(t, "")
		if plan == nil {
			t.Fatal(ds)
		}
		ds = append(ds, CheckStrategies(plan)...)
		if c.want == "" && len(ds) == 0 {
			continue
		}
		if !slices.ContainsFunc(ds, func(d spec.Diagnostic) bool {
			text, hint, _ := strings.Cut(d.String(), "hint: ")
			return strings.HasPrefix(text, "first/") && strings.Contains(text, c.want) && strings.Contains(hint, c.hint)
		}) {
			t.Errorf("%s: %v, not %s", c.to, ds, c.want)
		}
	}
}

// TestEmptyStrategyBreaksTheContract: the example of the rule does.
func TestEmptyStrategyBreaksTheContract(t *testing.T) {
	plan, ds := files{"first/empty.go": "package empty\n\nconst one = 1\n"}.compile(t, "")
	if plan == nil {
		t.Fatal(ds)
	}
	ds = CheckStrategies(plan)
	rule := spec.Rules()[slices.IndexFunc(spec.Rules(), func(r spec.Rule) bool { return strings.Contains(r.Example, "./empty") })]
	methods := 0
	for _, m := range contract {
		if strings.HasPrefix(m.Name, "Space.") {
			methods++
		}
	}
	if want := len(contract) - methods + 1; len(ds) != want || ds[0].Rule.ID != rule.ID {
		t.Errorf("%d diagnostics, not %d: %v", len(ds), want, ds)
	}
}

// TestParametersOfStrategies: a pool gives each parameter a value, or leaves it
// its default; and a value that the strategy does not allow is found in its
// source.
func TestParametersOfStrategies(t *testing.T) {
	f := starter(t)
	f["first/more.go"] = `package strategy

const (
	// How many.
	mostSteps = 8    //allocgen:param
	isEager   = true //allocgen:param
)

const _ = uint(9 - mostSteps)

func (s *Space) steps() int {
	if isEager {
		return mostSteps
	}
	return 1
}
`
	f["first/strategy.go"] = strings.Replace(f["first/strategy.go"], "align = max(align, alignment)", "align = max(align, alignment, uint64(s.steps()))", 1)
	for more, want := range map[string]string{
		"": "StrategyMostSteps = 8\n", ", most_steps: 5": "StrategyMostSteps = 5\n", ", most_steps: 9, is_eager: false": "return 1\n",
	} {
		plan, ds := f.compile(t, more)
		if ds.Failed() {
			t.Fatal(ds)
		}
		emitted, err := Emit(plan)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(emitted, func(f File) bool { return strings.Contains(string(f.Text), want) }) {
			t.Errorf("%q: no %q", more, want)
		}
	}
	plan, ds := f.compile(t, ", most_steps: 10")
	if plan == nil {
		t.Fatal(ds)
	}
	_, err := Emit(plan)
	if err == nil {
		t.Fatal("ten steps are allowed")
	}
	if ds = Diagnose(plan, err); len(ds) != 1 || !strings.HasPrefix(ds[0].String(), "first/more.go:9:") || !strings.Contains(ds[0].Message, " in host.ranges") || ds[0].Hint == "" {
		t.Errorf("ten steps: %v", ds)
	}
	for more, want := range map[string]string{
		", most_steps: -1": "AG105", ", most_steps: many": "AG106", ", is_eager: 1": "AG103", ", most_stps: 3": "AG101", ", contents: mixed": "AG209",
	} {
		if plan, ds := f.compile(t, more); plan != nil || ds[0].Rule.ID != want {
			t.Errorf("%q: %v, not %s", more, ds, want)
		}
	}
}

// TestDemandsOnStrategies: where a pool has larger blocks than the strategy can have,
// or more, that is found in its source.
func TestDemandsOnStrategies(t *testing.T) {
	for _, c := range []struct{ from, to, more, want, hint string }{
		{"MostBytes = 1 << 57", "MostBytes = 1 << 19", "", "MostBytes is 524288, and what uses it demands uint64(MostBytes - ", "declare const MostBytes = "},
		{"BlockLimit = 1<<31 - 1", "BlockLimit = 3", ", max_blocks: 4", "BlockLimit is 3, and what uses it demands uint(BlockLimit - maxBlocks)", "declare const BlockLimit = "},
	} {
		f := starter(t)
		f["first/strategy.go"] = strings.Replace(f["first/strategy.go"], c.from, c.to, 1)
		plan, ds := f.compile(t, c.more)
		if ds = append(ds, CheckStrategies(plan)...); len(ds) > 0 {
			t.Fatal(ds)
		}
		_, err := Emit(plan)
		if ds = Diagnose(plan, err); len(ds) != 1 || !strings.HasPrefix(ds[0].String(), "first/strategy.go:") ||
			!strings.Contains(ds[0].Message, c.want) || !strings.HasPrefix(ds[0].Hint, c.hint) {
			t.Errorf("%v: %v", err, ds)
		}
	}
}

// TestHashOfStrategies: what a strategy says is part of what a plan is.
func TestHashOfStrategies(t *testing.T) {
	f := starter(t)
	before, _ := f.compile(t, "")
	f["first/strategy.go"] += "\n// More.\n"
	after, _ := f.compile(t, "")
	if before.Hash() == after.Hash() {
		t.Error("two strategies have one hash")
	}
}

// TestContractInTheDocs: what strategies are told to declare is the contract.
func TestContractInTheDocs(t *testing.T) {
	const path = "../docs/strategies.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	table := string(Contract())
	head, _, _ := strings.Cut(table, "\n")
	before, rest, _ := strings.Cut(string(text), head)
	_, after, _ := strings.Cut(rest, "\n\n")
	want := before + table + "\n" + after
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != want {
		t.Error("the contract in docs/strategies.md is another: run make generate")
	}
}
