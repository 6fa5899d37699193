package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// spec is a spec in a directory of its own, where files come and go.
type spec struct {
	name   string
	origin string // the file that it is a copy of
	path   string
	files  int // that it emits
	bytes  int64
}

// specsOf returns the specs of a module that is allocgen's.
func specsOf(root string) (paths []string, err error) {
	for _, pattern := range []string{"generated/*/*.yaml", "benchmarks/*/*.yaml"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		paths = append(paths, found...)
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no specs in %s", root)
	}
	return paths, nil
}

// extremes generates from every spec and returns those that emit the fewest and
// the most bytes.
func extremes(binary, scratch string, paths []string) (smallest, largest *spec, err error) {
	var list []*spec
	for _, path := range paths {
		s, err := copied(path, scratch)
		if err != nil {
			return nil, nil, err
		}
		if _, err := spend(0, binary, "generate", s.path); err != nil {
			return nil, nil, err
		}
		if err := s.weigh(); err != nil {
			return nil, nil, err
		}
		list = append(list, s)
	}
	order := func(a, b *spec) int { return cmp.Compare(a.bytes, b.bytes) }
	return slices.MinFunc(list, order), slices.MaxFunc(list, order), nil
}

// copied copies a spec, with what it may refer to, to a directory in scratch.
func copied(path, scratch string) (*spec, error) {
	from := filepath.Dir(path)
	s := &spec{name: filepath.Base(from), origin: path}
	to, err := os.MkdirTemp(scratch, s.name)
	if err != nil {
		return nil, err
	}
	s.path = filepath.Join(to, filepath.Base(path))
	entries, err := os.ReadDir(from)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); ext != ".yaml" && ext != ".json" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(to, e.Name()), text, 0o600); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// emitted returns the files that the spec has emitted.
func (s *spec) emitted() ([]string, error) {
	return filepath.Glob(filepath.Join(filepath.Dir(s.path), "*.go"))
}

// weigh counts what the spec has emitted.
func (s *spec) weigh() error {
	paths, err := s.emitted()
	if err != nil {
		return err
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		s.files++
		s.bytes += info.Size()
	}
	return nil
}

// empty removes what the spec has emitted.
func (s *spec) empty() error {
	paths, err := s.emitted()
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}
