package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/replay"
)

// TestConclude: what was measured is said when that is not all.
func TestConclude(t *testing.T) {
	interrupted, cancel := context.WithCancel(context.Background())
	cancel()
	one := []replay.Result{{Recording: "a"}}
	for _, c := range []struct {
		ctx     context.Context
		results []replay.Result
		err     error
		want    status
		said    string
	}{
		{context.Background(), one, nil, yes, ""},
		{context.Background(), []replay.Result{{Error: "New fails"}}, nil, unclear, ""},
		{context.Background(), one, errors.New("it broke"), unclear, "allocgen: it broke\n"},
		{interrupted, one, errors.New("it was killed"), unclear, "allocgen: interrupted: 1 of 3 measured\n"},
	} {
		var said bytes.Buffer
		if got := (replaying{}).conclude(c.ctx, &console{err: &said}, c.results, c.err, 3); got != c.want || said.String() != c.said {
			t.Errorf("%v: status %d, said %q", c.err, got, &said)
		}
	}
}

// TestProgress is shown where someone looks, as a part of what is to be done.
func TestProgress(t *testing.T) {
	for _, shows := range []bool{false, true} {
		var said bytes.Buffer
		w := watch{&console{err: &said}, shows}
		w.see(replay.Event{Result: &replay.Result{}})
		w.see(replay.Event{Progress: &replay.Progress{Recording: "a", Spec: "b.yaml", Arena: "c", Done: 3, Of: 8}})
		want := ""
		if shows {
			want = "allocgen: a in b.yaml, arena c: 37 %\n"
		}
		if said.String() != want {
			t.Errorf("said %q, want %q", &said, want)
		}
	}
	if watcher(&console{err: &bytes.Buffer{}}).shows {
		t.Error("a buffer is taken for a terminal")
	}
}

// TestHomeWithoutGo: where the go command is missing, that is said, and nothing else.
func TestHomeWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := driverHome(t.Context(), ".")
	if err == nil || !strings.Contains(err.Error(), "executable file not found") || strings.Contains(err.Error(), "go get") || strings.HasSuffix(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
}

// TestGoTemporaries: what a build leaves when it is interrupted goes with the driver.
func TestGoTemporaries(t *testing.T) {
	scratch := t.TempDir()
	for _, dir := range []string{"", scratch} {
		t.Setenv("GOTMPDIR", "")
		if out, err := goCommand(t.Context(), ".", dir, "env", "GOTMPDIR"); err != nil || strings.TrimSpace(string(out)) != dir {
			t.Errorf("%v: the go command uses %q, want %q", err, out, dir)
		}
	}
	d := &driver{scratch: scratch}
	if d.remove(); !isGone(scratch) {
		t.Errorf("%s is left", scratch)
	}
}

func isGone(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}
