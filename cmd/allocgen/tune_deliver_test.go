package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/trace"
)

// cancelOn ends a context when something that holds a word is said.
type cancelOn struct {
	bytes.Buffer
	word   string
	cancel context.CancelFunc
}

func (w *cancelOn) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(w.word)) {
		w.cancel()
	}
	return w.Buffer.Write(p)
}

// TestInterrupted: what was found when a search is interrupted is shown, and written
// nowhere.
func TestInterrupted(t *testing.T) {
	const text = "version: 1\npackage: pool\ntarget: host\narenas:\n  host:\n    pools:\n      - {name: all, kind: tlsf, policy: {pooled: {block_size: 1MiB}}}\n"
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	path := filepath.Join(dir, "a.yaml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	var out bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	said := &cancelOn{word: "pool all", cancel: cancel}
	c := &console{out: &out, err: said}
	tune := tuning{goal: "peak", write: true, time: 1 << 40}
	given, answer := tune.read(c, path)
	if answer != yes {
		t.Fatal(said)
	}
	goal, _ := findGoal("peak")
	ops := []trace.Op{{Kind: trace.Alloc, Size: 64, Align: 16}}
	s := &search{c: c, goal: goal, batches: -1, random: rand.New(rand.NewPCG(1, 0)), recordings: []recording{{"one", &trace.Trace{Ops: ops}}}}
	if answer := tune.search(ctx, c, s, given); answer != unclear {
		t.Errorf("status %d", answer)
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != text {
		t.Errorf("%v: the spec was written:\n%s", err, now)
	}
	if !strings.Contains(out.String(), "\n-      - {name: all, kind: tlsf, policy: {pooled: {block_size: 1MiB}}}\n+") {
		t.Errorf("the change is not shown: %s", &out)
	}
	if !strings.HasSuffix(said.String(), "allocgen: nothing was written\nallocgen: interrupted after 11 candidates\n") {
		t.Errorf("said %s", said)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 1 {
		t.Errorf("%v: left %v", err, left)
	}

	out.Reset()
	said.Reset()
	s = &search{c: c, goal: goal}
	if answer := tune.search(ctx, c, s, given); answer != unclear || out.Len() > 0 || said.String() != "allocgen: interrupted after 0 candidates\n" {
		t.Errorf("from the start: status %d, %s, said %s", answer, &out, said)
	}
}

// TestRewrite: a file keeps its mode, and a link its target.
func TestRewrite(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real.yaml"), filepath.Join(dir, "link.yaml")
	if err := os.WriteFile(real, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.yaml", link); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(real)
	if err != nil {
		t.Fatal(err)
	}
	if err := rewrite(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(real)
	if err != nil || string(text) != "new" {
		t.Errorf("%v: the target is %q", err, text)
	}
	if after, err := os.Lstat(link); err != nil || after.Mode().Type() != os.ModeSymlink {
		t.Errorf("%v: the link is replaced", err)
	}
	if after, err := os.Stat(real); err != nil || after.Mode() != before.Mode() {
		t.Errorf("%v: the mode has changed", err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
		t.Errorf("%v: left %v", err, left)
	}
}

// TestLostComments: a comment that an edit takes with it is named.
func TestLostComments(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     []string
	}{
		{"a: 1 # one\n# two\n", "# two\nb: 2 # one\r\n", nil},
		{"a: 1 # one\nb: 2 # one\n", "b: 2 # one\n", []string{"# one"}},
		{"a: '#' \"\\\" # no\" # yes\n", "a: 1\n", []string{"# yes"}},
		{"a: it's # yes\nb: x#y\n", "", []string{"# yes"}},
		{"#\t first \n", "", []string{"#\t first"}},
	} {
		if got := lost([]byte(c.old), []byte(c.new)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q to %q: lost %q, want %q", c.old, c.new, got, c.want)
		}
	}
}

// TestSizes: sizes that differ never read the same.
func TestSizes(t *testing.T) {
	for want, of := range map[string][2]uint64{
		"6 MiB to 5 MiB":                 {6 << 20, 5 << 20},
		"1 MiB to 1 MiB":                 {1 << 20, 1 << 20},
		"1050625 bytes to 1050624 bytes": {1050625, 1050624},
	} {
		if got := sizes(of[0], of[1]); got != want {
			t.Errorf("%d: %s, want %s", of, got, want)
		}
	}
}
