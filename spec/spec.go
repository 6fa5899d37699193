// Package spec reads the allocgen language: YAML bytes become a Plan, in
// which every default is resolved, or diagnostics that say where and why not.
//
// The work flows one way:
//
//	bytes ─parse→ yaml.Node ─vet→ tree ─decode→ objects ─check→ ─resolve→ Plan
//
// parse and vet know YAML but no keys. decode knows the keys, types and bounds
// of the table of fields. check knows what the values mean together. Each pass
// reports all it finds, and works only on what the passes before found sound,
// so that one mistake gives one diagnostic.
//
// The language itself is four tables: Fields and Rules, Conditions and the
// ways in which they occur. The decoder, the JSON Schema and the reference
// derive from them. The package is pure: it reads no file but through what it
// is given for that, writes none, and no input makes it panic.
package spec

import (
	"path/filepath"

	"gopkg.in/yaml.v3"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// Compile is CompileWith for a spec that uses no other file.
func Compile(name string, src []byte) (*Plan, Diagnostics) {
	return CompileWith(name, src, noFiles)
}

// CompileWith turns a spec into a Plan. name is the file's name as diagnostics
// print it; files reads the others that the spec names. The Plan is nil if and
// only if a diagnostic is an error; warnings come beside a Plan. Diagnostics of a
// file that is used carry its path and follow those of the spec.
func CompileWith(name string, src []byte, files Files) (*Plan, Diagnostics) {
	c := compileFile(name, src, files)
	return c.plan, c.diagnostics
}

// A compilation is what became of one spec: the objects that it decodes to, and a
// plan where nothing is wrong with them.
type compilation struct {
	reporter    *reporter
	file        *object
	set         *errorSet // nil if none is declared
	plan        *Plan
	diagnostics Diagnostics
}

func compileFile(name string, src []byte, files Files) (c compilation) {
	r := newReporter(newSource(name, src))
	c.reporter = r
	if d, root := read(r, src, files); root != nil {
		c.file = d.file(root)
	}
	var device *vkrt.Profile
	if c.file != nil {
		device = readDevice(r, c.file, files.Read)
		check(r, c.file, device)
		if c.set = readErrorSet(r, c.file, files.Read); c.set != nil {
			c.set.check(c.file.value("arenas").items)
		}
	}
	if c.diagnostics = c.set.sorted(r); c.diagnostics.Failed() {
		return c
	}
	p := resolve(filepath.Base(name), c.file)
	p.Device = device
	if c.set != nil {
		p.Errors, p.OthersKept = c.set.resolve(), c.set.kept
		c.set.checkClosed(r, p)
	}
	if c.diagnostics = c.set.sorted(r); !c.diagnostics.Failed() {
		c.plan = p
	}
	return c
}

// read returns the root of a file and what decodes it, or nil if there is
// nothing to decode.
func read(r *reporter, src []byte, files Files) (decoder, *yaml.Node) {
	root := parse(r, src)
	if root == nil {
		return decoder{}, nil
	}
	broken, bounded := vet(r, root)
	if !bounded {
		return decoder{}, nil
	}
	return decoder{reporter: r, files: files, broken: broken, strategies: map[string]*Strategy{}}, root
}
