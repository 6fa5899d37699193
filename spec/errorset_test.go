package spec

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// declared is the spec good with an error set that gives every key.
const declared = good + `errors:
  others: keep
  use: shared.yaml
  TooLarge: {code: 7, from: [AllocationTooLarge], message: "{arena} has no pool for it"}
`

// declaredGPU is a spec for vulkan that gives every key that only it has.
const declaredGPU = `version: 1
package: gpumem
target: vulkan
device: h200.json
dry_run: true
arenas:
  device:
    memory: {require: [host_visible], prefer: [device_local], avoid: [device_uncached_amd]}
    strict: true
    map: persistent
    buffers: {usage: [storage_buffer]}
    pools:
      - {name: whole, kind: direct, within_budget: true}
  textures:
    memory: {require: [host_visible, host_coherent]}
    map: persistent
    pools:
      - {name: pages, kind: sliced_pages, page_size: 2MiB, max_slice_size: 256KiB, max_pool_size: 64MiB, contents: images}
      - {name: ranges, kind: tlsf, margin: 16, contents: mixed}
  frames:
    memory: {require: [host_visible, host_coherent]}
    map: persistent
    pools:
      - {name: stack, kind: linear, policy: {pooled: {block_size: 1MiB}}, margin: 16, contents: mixed}
  own:
    memory: {require: [host_visible, host_coherent]}
    map: persistent
    pools:
      - {name: ranges, kind: ./first, margin: 16, contents: mixed, looks: false}
`

// declaredBlocks is a spec for host that gives every key that block pools have
// there.
const declaredBlocks = `version: 1
package: gpumem
target: host
concurrency: {streams: {count: 4}}
arenas:
  ranges:
    custom_pools: 3
    pools:
      - {name: all, kind: tlsf, policy: {adaptive: {block_size: 64KiB, min_block_size: 16KiB}}, strategy: [min_time, min_offset], max_size: 1MiB,
         min_blocks: 1, max_blocks: 9, min_alignment: 32, dealloc_period: 5}
  frames:
    pools:
      - {name: stack, kind: linear, policy: {pooled: {block_size: 64KiB}}, max_size: 1MiB, min_blocks: 1, max_blocks: 9, min_alignment: 32, dealloc_period: 5}
  virtual:
    pools:
      - {name: one, kind: tlsf, policy: {fixed: {block_size: 64KiB, blocks: 2}}}
  own:
    pools:
      - {name: one, kind: ./first, policy: {pooled: {block_size: 64KiB}}, max_size: 1MiB, min_blocks: 1, max_blocks: 9, min_alignment: 32, dealloc_period: 5, most_steps: 3}
`

// firstStrategy is a strategy, as far as specs look at it.
const firstStrategy = `package first

const (
	// The granule.
	alignment = 16 //allocgen:param
	contents  = 0  //allocgen:param
	// How far to look.
	mostSteps = 8 //allocgen:param
	// Whether to look at all.
	looks = true //allocgen:param
)
`

// sharedFiles are the files that specs of the tests can use.
var sharedFiles = map[string]string{
	"dir/first/first.go":     firstStrategy,
	"dir/first/laws_test.go": "package first\n",
	"dir/idle/idle.go":       "package idle\n",
	"dir/odd/odd_linux.go":   "package odd\n",
	"dir/empty/empty.go":     "package empty\n",
	"dir/unkeyed/unkeyed.go": "package unkeyed\n\nconst name = 1 //allocgen:param\n",
	"dir/shared.yaml":        "BadCall: {code: 8, from: [UnknownAllocation, InvalidRequest.size_is_zero]}\n",
	"dir/h200.json":          h200,
	"dir/other.json":         strings.Replace(h200, "270000000000", "280000000000", 1),
	"dir/odd.json":           strings.Replace(h200, "65536", "65537", 1),
	"dir/bad.json":           "{\"name\": 1}",
	"dir/other.yaml":         "BadCall: {code: 8, from: [UnknownAllocation]}\n",
	"dir/kept.yaml":          "others: keep\n",
	"dir/nested.yaml":        "use: shared.yaml\nBadCall: {code: 8, from: [Closed]}\n",
	"dir/broken.yaml":        "# shared\nBadCall: {code: 0, from: [Closd]}\n",
	"dir/syntax.yaml":        "BadCall: [\n",
	"dir/list.yaml":          "- BadCall\n",
	"dir/idle.yaml":          "OfPools: {code: 8, from: [LivePools]}\n",
	"dir/void.yaml":          "{}\n",
	"up/large.yaml":          "BigOne: {code: 7, from: [LivePools, AllocationTooLarge]}\nTooLarge: {code: 8, from: [Closed]}\n",
}

// serve opens one of the shared files.
func serve(path string) ([]byte, error) {
	text, known := sharedFiles[filepath.ToSlash(path)]
	if !known {
		return nil, errors.New("no such file\x1b")
	}
	return []byte(text), nil
}

// served are those files, and the directories that they are in.
var served = Files{Read: serve, List: func(directory string) (names []string, err error) {
	for path := range sharedFiles {
		if filepath.Dir(path) == directory {
			names = append(names, filepath.Base(path))
		}
	}
	if names == nil {
		err = errors.New("no such directory\x1b")
	}
	return names, err
}}

// readAlone reads files of the disk.
var readAlone = Files{Read: os.ReadFile, List: noFiles.List}

// withErrors returns a spec with an error set that keeps the others.
func withErrors(lines ...string) string {
	return exampleKept + "  " + strings.Join(lines, "\n  ") + "\n"
}

func TestPlanHasTheErrorsOfBothFiles(t *testing.T) {
	plan, ds := compile(t, declared)
	if plan == nil || len(ds) != 0 {
		t.Fatal(ds)
	}
	want := []ProductError{
		{"TooLarge", 7, []ConditionRef{{"AllocationTooLarge", ""}}, []Piece{
			{Field: "arena"}, {Text: " has no pool for it"}}},
		{"BadCall", 8, []ConditionRef{{"InvalidRequest", "size_is_zero"}, {"UnknownAllocation", ""}}, nil},
	}
	if !reflect.DeepEqual(plan.Errors, want) || !plan.OthersKept {
		t.Errorf("got %+v, others kept %t", plan.Errors, plan.OthersKept)
	}
}

func TestHashOfAnErrorSet(t *testing.T) {
	const want = "f7e1692a83180aca29439265d8cd3167"
	tooLarge := "TooLarge: {code: 7, from: [AllocationTooLarge], message: 'no pool for {requested}'}"
	plan, _ := compile(t, withErrors("use: shared.yaml", tooLarge))
	if got := plan.Hash(); got != want {
		t.Errorf("the hash is %s, want %s: every generated package with an error set would be stale", got, want)
	}
	inline := withErrors(tooLarge, "BadCall: {from: [InvalidRequest.size_is_zero, UnknownAllocation], code: 8}")
	if same, ds := compile(t, inline); same == nil || same.Hash() != want {
		t.Errorf("another hash for the same set in one file: %v", ds)
	}
	plan.OthersKept = false
	if plan.Hash() == want {
		t.Error("keeping the others does not count")
	}
}

func TestErrorSetsThatDoNotFit(t *testing.T) {
	for src, want := range map[string]string{
		withErrors("A: {code: 1, from: [Closed]}", "B: {code: 1, from: [LiveAllocations]}"): `11:13 AG301 errors A and B both have the code 1 / give one of them a code that no error has had before`,

		withErrors("A: {code: 1, from: [Closed, Closed]}"): `10:31 AG302 Closed is in error A twice / remove one of them`,

		withErrors("A: {code: 1, from: [InvalidRequest.size_is_zero]}", "B: {code: 2, from: [InvalidRequest.size_is_zero, InvalidRequest]}"): `11:23 AG302 InvalidRequest.size_is_zero is in error A and in error B / remove it from one of them`,

		withErrors("A: {code: 1, from: [PoolCapacityExceeded, AllocationTooLarge], message: '{arena} {pool} {size}'}"): `10:75 AG303 the message of A shows {pool}, which AllocationTooLarge does not carry / its conditions all carry: {arena}` + "\n" +
			`10:75 AG303 the message of A shows {size}, which AllocationTooLarge does not carry / its conditions all carry: {arena}`,

		withErrors("A: {code: 1, from: [Closed], message: 'closed {arena}'}"): `10:41 AG303 the message of A shows {arena}, which Closed does not carry / its conditions have no field in common`,

		withErrors("A: {code: 1, from: [SerialExhausted], message: '{arna}'}"): `10:50 AG122 message "{arna}" has the unknown field "arna" / did you mean arena?`,

		withErrors("A: {code: 1, from: [Call.device_lost, InvalidRequest.size_is_zer, Cloesd]}"): `10:41 AG107 InvalidRequest has no case "size_is_zer" / did you mean size_is_zero?` + "\n" +
			`10:69 AG107 unknown condition "Cloesd" / did you mean Closed?`,

		withErrors("Failure: {code: 1, from: [Closed]}", "SizeIsZero: {code: 2, from: [LiveAllocations]}"): `10:3 AG208 error Failure would be Failure in Go, which the package has already / choose another name` + "\n" +
			`11:3 AG208 error SizeIsZero would be SizeIsZero in Go, which the package has already / choose another name`,

		withErrors("DeviceHandle: {code: 1, from: [Closed]}"): `10:3 AG207 error DeviceHandle and arena device would both be DeviceHandle in Go / rename one of them`,

		withErrors("Closed: {code: 1, from: [LiveAllocations]}"): `10:3 AG207 error Closed and the condition Closed, which others keeps, would both be Closed in Go / rename the error, or add Closed to its from`,

		withErrors("Closed: {code: 1, from: [LiveAllocations]}", "LiveAllocations: {code: 2, from: [Closed]}"): ``,

		withErrors("<<: {A: {code: 1, from: [Closed]}}"): `10:3 AG009 merge keys are not part of the language / write the keys out, or repeat a whole value with an alias`,

		exampleWhole + "errors: {othrs: keep}\n": `8:10 AG101 unknown key "othrs" / did you mean others?`,
	} {
		_, ds := compile(t, src)
		var got []string
		for _, d := range ds {
			got = append(got, brief(d))
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("got\n%s\nwant\n%s\nfor\n%s", strings.Join(got, "\n"), want, src)
		}
	}
}

func TestSharedFiles(t *testing.T) {
	for use, want := range map[string]string{
		"shared.yaml": ``,
		"kept.yaml":   ``,
		"idle.yaml":   ``, // it may occur in another spec
		"alloc.yaml":  `dir/alloc.yaml:10:8 AG306 the spec uses itself`,
		"gone.yaml":   "dir/alloc.yaml:10:8 AG306 cannot read gone.yaml: no such file\uFFFD",
		"nested.yaml": `dir/nested.yaml:1:6 AG306 a file that is used cannot use another`,
		"broken.yaml": `dir/broken.yaml:2:17 AG105 code must be at least 1, not 0` + "\n" + `dir/broken.yaml:2:27 AG107 unknown condition "Closd"`,
		"syntax.yaml": `dir/syntax.yaml:1:1 AG004 did not find expected node content`,
		"list.yaml":   `dir/list.yaml:1:1 AG103 errors must be a mapping, not a list`,
		"void.yaml":   `dir/void.yaml:1:1 AG110 errors has 0 entries, not 1 to 64`,
		"../up/large.yaml": `up/large.yaml:1:16 AG301 errors TooLarge and BigOne both have the code 7` + "\n" +
			`up/large.yaml:1:37 AG302 AllocationTooLarge is in error TooLarge and in error BigOne` + "\n" +
			`up/large.yaml:2:1 AG207 error TooLarge and error TooLarge would both be TooLarge in Go`,
	} {
		_, ds := compile(t, withErrors("use: "+use, "TooLarge: {code: 7, from: [AllocationTooLarge]}"))
		var got []string
		for _, d := range ds {
			place, _, _ := strings.Cut(brief(d), " / ")
			got = append(got, filepath.ToSlash(d.File)+":"+place)
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("%s: got\n%s\nwant\n%s", use, strings.Join(got, "\n"), want)
		}
	}
}

func TestCompileReadsNoFile(t *testing.T) {
	plan, ds := Compile("dir/alloc.yaml", []byte(declared))
	if plan != nil || len(ds) != 1 || ds[0].Message != "cannot read shared.yaml: this spec is read alone" {
		t.Errorf("got %v", ds)
	}
}

// TestErrorsCannotTakeNamesOfThePackage: no exported name that an example's
// package declares can be the name of an error there.
func TestErrorsCannotTakeNamesOfThePackage(t *testing.T) {
	specs, err := filepath.Glob("../generated/*/*.yaml")
	if err != nil || len(specs) < 2 {
		t.Fatalf("%v, %v", specs, err)
	}
	for _, path := range specs {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		plan, ds := CompileWith(path, src, readAlone)
		if plan == nil {
			t.Fatal(ds)
		}
		if plan.DeclaresErrors() {
			continue // a second set would be another mistake
		}
		for _, name := range exported(t, filepath.Dir(path)) {
			if _, isCondition := condition(name); isCondition {
				continue
			}
			_, ds := CompileWith(path, append(slices.Clone(src), "errors: {others: keep, "+name+": {code: 1, from: [Closed]}}\n"...), readAlone)
			clashes := func(d Diagnostic) bool { return d.Rule.ID == ruleReserved || d.Rule.ID == ruleClash }
			if !slices.ContainsFunc(ds, clashes) {
				t.Errorf("%s: an error may be %s: %v", path, name, ds)
			}
		}
	}
}

// exported returns the exported top-level names of a directory's Go files
// other than tests.
func exported(t *testing.T, dir string) (names []string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for name := range file.Scope.Objects {
			if ast.IsExported(name) {
				names = append(names, name)
			}
		}
	}
	return names
}
