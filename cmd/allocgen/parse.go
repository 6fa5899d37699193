package main

import (
	"flag"
	"fmt"
	"strings"
)

// parse reads flags before, between and after the operands, which it returns.
// Everything after "--" is an operand.
func parse(flags *flag.FlagSet, args []string) (operands []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, describe(flags, err)
		}
		rest := flags.Args()
		if len(rest) == 0 {
			return operands, nil
		}
		if read := len(args) - len(rest); read > 0 && args[read-1] == "--" {
			return append(operands, rest...), nil
		}
		operands = append(operands, rest[0])
		args = rest[1:]
	}
}

// describe adds the nearest known flag to the complaint about an unknown one.
func describe(flags *flag.FlagSet, err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return err
	}
	var known []string
	flags.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	if near := nearest(name, known); near != "" {
		return fmt.Errorf("unknown flag -%s; did you mean -%s?", name, near)
	}
	return fmt.Errorf("unknown flag -%s", name)
}
