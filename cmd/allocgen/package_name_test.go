package main

import (
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// Whatever a directory is called, init starts a valid spec in it.
func TestIdentifier(t *testing.T) {
	for path, want := range map[string]string{
		"pool":               "pool",
		"example.com/a/pool": "pool",
		"My-Pools.2":         "mypools2",
		"3d":                 "d",
		"1-2x":               "x",
		"func":               "funcmem",
		"string":             "stringmem",
		"main":               "mainmem",
		"pool_test":          "pooltest",
		"内存":                 "mem",
		"42":                 "mem",
		"/":                  "mem",
		".":                  "mem",
	} {
		got := identifier(path)
		if got != want {
			t.Errorf("identifier(%q) = %q, want %q", path, got, want)
		}
		text := strings.Replace(starter, "PACKAGE", got, 1)
		if _, problems := spec.Compile(defaultSpec, []byte(text)); len(problems) > 0 {
			t.Errorf("the starter for %q has problems: %v", path, problems)
		}
	}
}
