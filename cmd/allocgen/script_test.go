package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"allocgen": main})
}

// TestScripts runs testdata/script, which holds one script a behaviour.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		Setup:               inModule,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"generated": generated,
			"entries":   entries,
		},
	})
}

// inModule lets scripts build Go packages: $MODULE is the root of this module, and
// the go command's caches are the test's.
func inModule(env *testscript.Env) error {
	root, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	env.Setenv("MODULE", root)
	caches, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		return err
	}
	build, module, _ := strings.Cut(strings.TrimSpace(string(caches)), "\n")
	env.Setenv("GOCACHE", build)
	env.Setenv("GOMODCACHE", module)
	env.Setenv("GOPROXY", "off")
	return nil
}

// exits runs a command and demands an exact exit status: exits 2 allocgen check.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		failure, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = failure.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// generated sets $GEN1, $GEN2, … to the generated files in a directory, of which
// there must be some, so that no script depends on how templates names them.
func generated(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: generated DIR")
	}
	owners, err := survey(ts.MkAbs(args[0]))
	ts.Check(err)
	n := 0
	listed, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	for _, e := range listed {
		if owners[e.Name()] != "" {
			n++
			ts.Setenv(fmt.Sprintf("GEN%d", n), filepath.Join(args[0], e.Name()))
		}
	}
	if n < 2 {
		ts.Fatalf("%d generated files in %s, want at least 2", n, args[0])
	}
}

// entries demands that a directory holds exactly the named files, hidden ones
// included: entries DIR [NAME...].
func entries(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: entries DIR [NAME...]")
	}
	listed, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	var names []string
	for _, e := range listed {
		names = append(names, e.Name())
	}
	if fmt.Sprint(names) != fmt.Sprint(args[1:]) {
		ts.Fatalf("%s holds %v, want %v", args[0], names, args[1:])
	}
}
