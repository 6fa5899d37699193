package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// When one file cannot be written, or not be put in place, the error leaves no
// temporary file; and when it cannot be written, no other file either.
func TestInstallCleansUp(t *testing.T) {
	for _, c := range []struct {
		name, last string
		left       []string
	}{
		{"a file stands where its directory must be", "plain/last.go", []string{"full", "plain"}},
		{"a directory stands where it must be", "full", []string{"first.go", "full", "plain"}},
	} {
		dir := t.TempDir()
		plain, full := filepath.Join(dir, "plain"), filepath.Join(dir, "full")
		if err := os.WriteFile(plain, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(full, 0o777); err != nil {
			t.Fatal(err)
		}
		err := install([]file{
			{filepath.Join(dir, "first.go"), []byte("package p\n"), missing},
			{filepath.Join(dir, c.last), []byte("package p\n"), missing},
		})
		if err == nil {
			t.Errorf("%s: no error", c.name)
		}
		if got := names(t, dir); !slices.Equal(got, c.left) {
			t.Errorf("%s: left %v, want %v", c.name, got, c.left)
		}
		if got := names(t, full); len(got) > 0 {
			t.Errorf("%s: left %v in the directory in the way", c.name, got)
		}
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	return found
}
