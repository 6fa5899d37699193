package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// locate finds the output directory of the spec at path: dir, or the spec's own
// when dir is empty. It must lie in the module that the spec is in, symbolic
// links resolved; a spec in no module may only generate at and below its own
// directory.
func locate(path, source, dir string) (output, error) {
	home := filepath.Dir(path)
	o := output{spec: path, source: source, dir: home}
	if dir != "" {
		o.dir = filepath.Clean(dir)
	}
	tree, err := moduleRoot(home)
	if err != nil {
		return output{}, err
	}
	if tree == "" {
		tree = home
	}
	if tree, err = realPath(tree); err != nil {
		return output{}, err
	}
	if o.real, err = realPath(o.dir); err != nil {
		return output{}, err
	}
	if !within(tree, o.real) {
		return output{}, fmt.Errorf("%s: output directory %s is outside the spec's module, %s", path, o.dir, tree)
	}
	return o, o.refuseNamesake()
}

// refuseNamesake refuses a directory given with -o that holds another spec of
// the same name: headers could not tell the files of the two apart.
func (o *output) refuseNamesake() error {
	path := filepath.Join(o.dir, o.source)
	there, err := os.Stat(path)
	if err != nil {
		return nil
	}
	own, err := os.Stat(o.spec)
	if err != nil {
		return err
	}
	if !os.SameFile(there, own) {
		return refuse("%s and %s would both generate into %s: one directory takes one spec", o.spec, path, o.dir)
	}
	return nil
}

// moduleRoot returns the nearest directory with a go.mod, from dir upward, or "".
func moduleRoot(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		if hasModule(dir) {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", nil
		}
		dir = up
	}
}

func hasModule(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil && info.Mode().IsRegular()
}

// realPath returns dir absolute and with symbolic links resolved. Its last
// elements need not exist yet.
func realPath(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	resolved, err := filepath.EvalSymlinks(dir)
	up := filepath.Dir(dir)
	if !errors.Is(err, fs.ErrNotExist) || up == dir {
		if err != nil {
			return "", fmt.Errorf("%s: %w", dir, err)
		}
		return resolved, nil
	}
	if resolved, err = realPath(up); err != nil {
		return "", err
	}
	return filepath.Join(resolved, filepath.Base(dir)), nil
}

// within reports whether dir is root or below it, with no other module between.
func within(root, dir string) bool {
	for dir != root {
		up := filepath.Dir(dir)
		if up == dir || hasModule(dir) {
			return false
		}
		dir = up
	}
	return true
}
