// Package planted puts bugs into packages, for tests to show that their tests
// find them, and lists them in a document.
package planted

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Flags are for the go command where it builds a package with a bug. It inlines
// nothing, and that takes it half as long.
var Flags = []string{"-gcflags=-l", "-ldflags=-w", "-vet=off"}

// Mutant returns what is to replace a file of a package in a directory: the same
// with a bug.
func Mutant(t *testing.T, directory, name, from, to string) map[string]string {
	t.Helper()
	file, err := filepath.Abs(filepath.Join(directory, name))
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	mutant := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(mutant, source, 0o666); err != nil {
		t.Fatal(err)
	}
	Plant(t, mutant, from, to)
	return map[string]string{file: mutant}
}

// Plant changes one text of a file, which must be there once.
func Plant(t *testing.T, file, from, to string) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), from); n != 1 {
		t.Fatalf("%q occurs %d times in %s", from, n, filepath.Base(file))
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(source), from, to, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Overlay writes a list of files that are to be taken instead of others, for the
// flag -overlay of the go command, and returns its path.
func Overlay(t *testing.T, instead map[string]string) (path string) {
	t.Helper()
	text, err := json.Marshal(map[string]map[string]string{"Replace": instead})
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Compare holds the part of a document below a heading, up to the next of its
// level, against its text, or writes it.
func Compare(t *testing.T, path, heading, text string, update bool) {
	t.Helper()
	committed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, part, ok := strings.Cut(string(committed), "\n"+heading+"\n")
	if !ok {
		t.Fatalf("%s has no %q", path, heading)
	}
	level, _, _ := strings.Cut(heading, " ")
	part, behind, more := strings.Cut(part, "\n"+level+" ")
	if more {
		behind = "\n" + level + " " + behind
	}
	if update {
		part = text
		if err := os.WriteFile(path, []byte(before+"\n"+heading+"\n"+text+behind), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if part != text {
		t.Errorf("%s, below %q, is not what the tests say: run make generate", path, heading)
	}
}

// Row returns a row of a table for a document.
func Row(cells ...string) string {
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(cell, "|", `\|`)
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}
