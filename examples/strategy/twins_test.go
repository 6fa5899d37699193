package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// twins are the buddy allocator with one fault each, and the law by which the
// conformance test of the arena buddies knows it.
var twins = []struct{ fault, from, to, law string }{
	{"halves stay apart", "tree[2*n] == whole && tree[2*n+1] == whole", "false", "coalesced"},
	{"one free half is enough", "tree[2*n] == whole && tree[2*n+1] == whole", "tree[2*n] == whole", "vacant"},
	{"a node too small", "bits.Len64((bytes - 1) / alignment)", "bits.Len64(bytes / alignment / 2)", "vacant"},
	{"alignment ignored", "order = min(max(order, orderOf(align)), root)\n", "", "aligned"},
	{"no block for a large alignment", "min(max(order, orderOf(align)), root)", "max(order, orderOf(align))", "total"},
	{"the way up not gone", "	tree[n] = 0\n	raise(tree, n)\n", "	tree[n] = 0\n", "vacant"},
	{"the other half looked at", "if n *= 2; tree[n] <= order {", "if n *= 2; tree[n] < order {", "vacant"},
	{"offsets of another level", "(s.size(r.block) >> depth)", "(s.size(r.block) >> (depth + 1))", "aligned"},
	{"a recycled region twice", "	s.spare = s.regions[i].next\n", "", "located"},
	{"a region never used again", "	s.regions[i] = region{next: s.spare}\n	s.spare = i\n", "	s.regions[i] = region{}\n", "garbage-free"},
	{"the whole node counted", "s.blocks[number].used += extent", "s.blocks[number].used += alignment << order", "reclaim"},
	{"a free end forgotten", "	b.used -= uint64(r.extent) * alignment\n", "	if r.extent > 1 {\n		b.used -= uint64(r.extent) * alignment\n	}\n", "coalesced"},
}

// most is how many operations a counterexample may have.
const most = 12

var (
	found = regexp.MustCompile(`(?s)law ([a-z-]+): .*after these ([0-9]+) operations:`)
	again = regexp.MustCompile(`to find it again: go test example.com/strategy/mem -run '\^TestBuddiesConformance\$'`)
)

// TestTwins: each fault is found by the test that allocgen generates, by its law,
// with a few operations that show it and the command that finds it again.
func TestTwins(t *testing.T) {
	for _, twin := range twins {
		t.Run(twin.fault, func(t *testing.T) {
			t.Parallel()
			dir := twinOf(t, twin.from, twin.to)
			run(t, dir, "go", "tool", "allocgen", "generate", "mem/allocgen.yaml")
			run(t, dir, "go", "test", "-c", "-vet=off", "-o", "mem.test", "./mem")
			begin := time.Now()
			tests := exec.Command(filepath.Join(dir, "mem.test"), "-test.run=^TestBuddiesConformance$", "-proptests.seed=1")
			printed, err := tests.CombinedOutput()
			took := time.Since(begin)
			if err == nil {
				t.Fatalf("no test fails:\n%s", printed)
			}
			report := found.FindSubmatch(printed)
			if report == nil {
				t.Fatalf("no law is named:\n%s", printed)
			}
			law := string(report[1])
			operations, _ := strconv.Atoi(string(report[2]))
			t.Logf("law %s, %d operations, after %v", law, operations, took.Round(time.Millisecond))
			if law != twin.law || operations > most || !again.Match(printed) {
				t.Errorf("want law %s and at most %d operations:\n%s", twin.law, most, printed)
			}
		})
	}
}

// twinOf returns a copy of this module in which the strategy has one text changed.
func twinOf(t *testing.T, from, to string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	run(t, dir, "go", "mod", "edit", "-replace=github.com/allocgen/allocgen="+root)
	path := filepath.Join(dir, "mem/buddy/buddy.go")
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), from); n != 1 {
		t.Fatalf("%q occurs %d times in buddy.go", from, n)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(source), from, to, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// run executes a command, which must succeed, in a directory.
func run(t *testing.T, dir, name string, arguments ...string) {
	t.Helper()
	command := exec.Command(name, arguments...)
	command.Dir = dir
	if printed, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, printed)
	}
}
