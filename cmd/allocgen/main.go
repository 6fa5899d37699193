// Command allocgen compiles specs of memory pools into Go allocators.
//
// Each verb is one file of this package and one row of verbs. This is the only
// package of the module that writes files or exits.
package main

import (
	"errors"
	"flag"
	"io"
	"os"
	"runtime/debug"
)

// status is the exit status of a verb.
type status int

const (
	yes     status = iota // done, valid, the same
	no                    // refused, invalid, different
	unclear               // usage or I/O: there is no answer
)

// action runs a verb on its operands, after its flags have been read.
type action func(c *console, operands []string) status

// verb is one row of the dispatch table, from which help derives too.
type verb struct {
	name     string
	operands string // as the usage line shows them
	most     int    // operands it takes at most
	summary  string // one line, without a full stop
	detail   string // the paragraphs of "help VERB"
	setup    func(flags *flag.FlagSet) action
	words    func() []string // that operands can be, for shells to complete; nil for none
	closed   bool            // operands are no paths
}

// anyNumber of operands is more than an argument list can hold.
const anyNumber = int(^uint(0) >> 1)

var verbs = []verb{
	initVerb, generateVerb, checkVerb, explainVerb, diffVerb, replayVerb, tuneVerb, viewVerb,
	schemaVerb, completionVerb, versionVerb,
}

func main() {
	debug.SetGCPercent(400) // a run is too short to be worth collecting often
	os.Exit(int(run(os.Args[1:], os.Stdout, os.Stderr)))
}

// run executes one command line. Data goes to stdout, talk to stderr.
func run(args []string, stdout, stderr io.Writer) status {
	out := &stickyWriter{w: stdout}
	c := &console{out: out, err: stderr, outPalette: paletteOf(stdout), errPalette: paletteOf(stderr), verbs: verbs}
	answer := dispatch(c, args)
	if out.err != nil {
		return c.fail(out.err)
	}
	return answer
}

func dispatch(c *console, args []string) status {
	if len(args) == 0 {
		overview(c.err)
		return unclear
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return help(c, args[1:])
	}
	v, ok := findVerb(args[0])
	if !ok {
		return unknownVerb(c, args[0])
	}
	flags := flag.NewFlagSet(v.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	act := v.setup(flags)
	operands, err := parse(flags, args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		v.explain(c.out)
		return yes
	case err != nil:
		return c.misused(v.name, "%v", err)
	case len(operands) > v.most:
		return c.misused(v.name, "unexpected argument %q", operands[v.most])
	}
	return act(c, operands)
}

func findVerb(name string) (verb, bool) {
	for _, v := range verbs {
		if v.name == name {
			return v, true
		}
	}
	return verb{}, false
}
