package templates

import (
	"go/format"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// TestDriver: a program has a subject for each arena, in order, and imports each
// package once.
func TestDriver(t *testing.T) {
	compile := func(target, more string) *spec.Plan {
		memory := ""
		if target == "vulkan" {
			memory = "memory: {require: [device_local]}, "
		}
		text := "version: 1\npackage: pool\ntarget: " + target + "\n" + more + "arenas:\n" +
			"  first: {" + memory + "pools: [{name: one, kind: direct}]}\n" +
			"  second: {" + memory + "pools: [{name: one, kind: tlsf, policy: {fixed: {block_size: 1MiB}}}]}\n"
		p, problems := spec.Compile("a.yaml", []byte(text))
		if problems.Failed() {
			t.Fatal(problems)
		}
		return p
	}
	host, gpu := compile("host", ""), compile("vulkan", "dry_run: true\nconcurrency: {streams: {count: 2}}\n")
	file, err := EmitDriver([]Driven{
		{Spec: "a.yaml", ImportPath: "example.com/m/a", Plan: host, Arena: "second"},
		{Spec: "b.yaml", ImportPath: "example.com/m/b", Plan: gpu, Arena: "first"},
		{Spec: "a.yaml", ImportPath: "example.com/m/a", Plan: host, Arena: "first"},
	})
	if err != nil {
		t.Fatal(err)
	}
	text := string(file.Text)
	if formatted, err := format.Source(file.Text); err != nil || string(formatted) != text || file.Name != "main.go" {
		t.Errorf("%s: %v", file.Name, err)
	}
	for want, times := range map[string]int{
		"package main\n":                                  1,
		`p0 "example.com/m/a"`:                            1,
		`p1 "example.com/m/b"`:                            1,
		"replay.Main(subject0(), subject1(), subject2())": 1,
		"p0.New()":                                        2,
		"p1.New(device)":                                  1,
		"replay.Bind(arena, nil, usage, peaks), nil":      2,
		"arena := &allocator.Stream(0).First":             1,
		"replay.Bind(arena, &allocator.Stream(1).First, usage, peaks).DryRuns(func(on bool)": 1,
		"BytesUnmapped": 4, // of the second, in figures and peaks
	} {
		if got := strings.Count(text, want); got != times {
			t.Errorf("%q is there %d times, want %d:\n%s", want, got, times, text)
		}
	}
}
