package main

import (
	"flag"
	"testing"
)

// TestValuesComplete: of every flag that takes a value it is known what that can be.
func TestValuesComplete(t *testing.T) {
	for _, v := range verbs {
		flags := flag.NewFlagSet(v.name, flag.ContinueOnError)
		v.setup(flags)
		flags.VisitAll(func(f *flag.Flag) {
			value, _ := flag.UnquoteUsage(f)
			if _, known := valueKinds[value]; value != "" && !known {
				t.Errorf("%s -%s takes a %s, which is no kind of value", v.name, f.Name, value)
			}
		})
	}
}
