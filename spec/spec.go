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
// The language itself is two tables: Fields and Rules. The decoder, the JSON
// Schema and the reference derive from them. The package is pure: it reads no
// file, writes none, and no input makes it panic.
package spec

import "path/filepath"

// Compile turns a spec into a Plan. name is the file's name as diagnostics
// print it. The Plan is nil if and only if a diagnostic is an error; warnings
// come beside a Plan.
func Compile(name string, src []byte) (*Plan, Diagnostics) {
	r := newReporter(newSource(name, src))
	file := read(r, src)
	if file != nil {
		check(r, file)
	}
	ds := r.sorted()
	if ds.Failed() {
		return nil, ds
	}
	return resolve(filepath.Base(name), file), ds
}

// read returns the decoded file, or nil if there is nothing to decode.
func read(r *reporter, src []byte) *object {
	root := parse(r, src)
	if root == nil {
		return nil
	}
	broken, bounded := vet(r, root)
	if !bounded {
		return nil
	}
	d := decoder{reporter: r, broken: broken}
	return d.file(root)
}
