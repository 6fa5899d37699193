package main

import (
	"os"
	"path/filepath"
	"time"
)

// mostUser is the user time that generate may take for the largest spec.
const mostUser = 100 * time.Millisecond

// toolCosts are the costs of the tool on a spec: cold is the first run of a
// binary, in a directory without generated files; warm a later one, with all
// files there and right.
type toolCosts struct {
	spec *spec
	most time.Duration // user time of generate; 0: no target

	generateCold, generateWarm, checkCold, checkWarm samples
}

// once takes each cost once more. A cold check finds all files missing.
func (t *toolCosts) once(binary string) error {
	for _, verb := range []struct {
		name       string
		status     int // of the first run
		cold, warm *samples
	}{
		{"check", 1, &t.checkCold, &t.checkWarm},
		{"generate", 0, &t.generateCold, &t.generateWarm},
	} {
		fresh, err := anew(binary)
		if err != nil {
			return err
		}
		if err := t.spec.empty(); err != nil {
			return err
		}
		if err := verb.cold.add(verb.status, fresh, verb.name, t.spec.path); err != nil {
			return err
		}
		if _, err := spend(0, fresh, "generate", t.spec.path); err != nil {
			return err
		}
		if err := verb.warm.add(0, fresh, verb.name, t.spec.path); err != nil {
			return err
		}
	}
	return nil
}

// add runs a command and adds its cost.
func (s *samples) add(status int, name string, args ...string) error {
	c, err := spend(status, name, args...)
	*s = append(*s, c)
	return err
}

// anew returns a copy of a program that never ran.
func anew(binary string) (path string, err error) {
	text, err := os.ReadFile(binary)
	if err != nil {
		return "", err
	}
	path = filepath.Join(filepath.Dir(binary), "fresh")
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return "", err
	}
	return path, os.WriteFile(path, text, 0o700)
}
