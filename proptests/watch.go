package proptests

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// patience is for how long an operation may go on, together with the laws that are
// checked after it, before it is taken for one without an end.
const patience = time.Minute

// watch says which operations have led to one that doesn't end: what goes round in
// circles nobody can stop, and go test's own limit knows of no operations.
type watch struct {
	patience time.Duration
	report   func(error)
	busy     atomic.Pointer[interpreter] // nil between operations
	turns    atomic.Uint64               // how often busy was set
	over     chan struct{}
}

// watchOver has the test binary end, with a report, when an operation of a test's
// interpreters doesn't, until it is released.
func watchOver(t *testing.T, s Subject) *watch {
	w := &watch{patience: patience, over: make(chan struct{})}
	w.report = func(err error) {
		fmt.Printf("--- FAIL: %s\n%s\n", t.Name(), report(s, t.Name(), err))
		os.Exit(1)
	}
	go w.keep()
	return w
}

func (w *watch) release() { close(w.over) }

// watchTicks is how often keep looks at an operation before it reports it. It counts
// them and not the time, which passes in a debugger too.
const watchTicks = 6

func (w *watch) keep() {
	ticker := time.NewTicker(w.patience / watchTicks)
	defer ticker.Stop()
	for seen, turn := 0, uint64(0); ; {
		select {
		case <-w.over:
			return
		case <-ticker.C:
		}
		in, now := w.busy.Load(), w.turns.Load()
		if in == nil || now != turn {
			seen, turn = 0, now
		} else if seen++; seen == watchTicks {
			w.report(in.trial.counterexample(in.ops, w.endless(in)))
			return
		}
	}
}

// enter and leave are around what an interpreter does. There need not be a watch.
func (w *watch) enter(in *interpreter) {
	if w != nil {
		w.turns.Add(1)
		w.busy.Store(in)
	}
}

func (w *watch) leave() {
	if w != nil {
		w.busy.Store(nil)
	}
}

// endless is the law that an operation without an end breaks.
func (w *watch) endless(in *interpreter) error {
	what := "the last operation, or what laws do after it,"
	if len(in.ops) == 0 {
		what = "a call"
	}
	text := fmt.Sprintf("%s has not ended after %v", what, w.patience)
	if line := whereabouts(in); line != "" {
		text += "; it is at " + line
	}
	return total.breach(errors.New(text))
}

// frame matches a function in a list of stacks, and its line.
var frame = regexp.MustCompile(`(?m)^(\S+)\(.*\)\n\t(.+):(\d+)`)

// whereabouts returns the line of the package under test that what an interpreter does
// is at, itself or by goroutines of which it waits for one that runs; nothing if it
// can't be told.
func whereabouts(in *interpreter) string {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for stack := range strings.SplitSeq(string(stacks), "\n\n") {
		head, _, _ := strings.Cut(stack, "\n")
		own := strings.Contains(stack, fmt.Sprintf("(*interpreter).guard(%p", in)) && !strings.Contains(stack, "proptests.atOnce(")
		if others := strings.Contains(stack, "proptests.atOnce.") && strings.Contains(head, "[run"); !own && !others {
			continue
		}
		for _, f := range frame.FindAllStringSubmatch(stack, -1) {
			if strings.HasPrefix(f[1], tested()+".") {
				return filepath.Base(f[2]) + ":" + f[3]
			}
		}
	}
	return ""
}
