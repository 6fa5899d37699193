package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// help prints the overview, or what one verb does.
func help(c *console, names []string) status {
	switch len(names) {
	case 0:
		overview(c.out)
		return yes
	case 1:
		v, ok := findVerb(names[0])
		if !ok {
			return unknownVerb(c, names[0])
		}
		v.explain(c.out)
		return yes
	}
	c.say("help takes one verb")
	return unclear
}

func unknownVerb(c *console, name string) status {
	known := []string{"help"}
	for _, v := range verbs {
		known = append(known, v.name)
	}
	if near := nearest(name, known); near != "" {
		c.say("unknown verb %q; did you mean %q?", name, near)
	} else {
		c.say("unknown verb %q", name)
	}
	c.say("run 'allocgen help' for the list of verbs")
	return unclear
}

func overview(w io.Writer) {
	fmt.Fprint(w, "allocgen compiles a spec of memory pools into a Go allocator.\n\n",
		"usage: allocgen VERB [flags] [SPEC...]\n\n")
	for _, v := range verbs {
		fmt.Fprintf(w, "  %-10s %s\n", v.name, v.summary)
	}
	fmt.Fprintf(w, "  %-10s %s\n", "help", "explain a verb: allocgen help VERB")
	fmt.Fprint(w, "\nWithout SPEC, a verb takes "+defaultSpec+" in the current directory.\n",
		"Exit status: 0 yes or the same, 1 no, different or invalid, 2 usage or I/O error.\n")
}

// explain prints what "help VERB" and "VERB -h" show.
func (v verb) explain(w io.Writer) {
	flags := flag.NewFlagSet(v.name, flag.ContinueOnError)
	v.setup(flags)
	usage, list := "usage: allocgen "+v.name, ""
	flags.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		form := strings.TrimSuffix("-"+f.Name+" "+value, " ")
		usage += " [" + form + "]"
		list += fmt.Sprintf("  %s  %s\n", form, text)
	})
	if v.operands != "" {
		usage += " " + v.operands
	}
	fmt.Fprintf(w, "%s\n\n%s", usage, v.detail)
	if list != "" {
		fmt.Fprintf(w, "\n%s", list)
	}
}
