package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// install puts files in place, creating directories as needed. Every text is
// first written in full to a temporary file beside its target, and only then are
// all renamed, so that an error while writing leaves nothing behind.
func install(files []file) error {
	staged := make([]string, 0, len(files))
	defer func() {
		for _, temporary := range staged {
			os.Remove(temporary)
		}
	}()
	for _, f := range files {
		temporary, err := stage(f)
		if err != nil {
			return err
		}
		staged = append(staged, temporary)
	}
	for _, f := range files {
		if err := os.Rename(staged[0], f.path); err != nil {
			return err
		}
		staged = staged[1:]
	}
	return nil
}

// stage writes a file's text under a temporary name in the same directory. The
// name begins with a dot, so that the go command never takes it for a source.
func stage(f file) (temporary string, err error) {
	dir, name := filepath.Split(f.path)
	if dir != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return "", err
		}
	}
	temporary = filepath.Join(dir, fmt.Sprintf(".%s.%d.tmp", name, os.Getpid()))
	if err := os.WriteFile(temporary, f.text, 0o666); err != nil {
		os.Remove(temporary)
		var cause *fs.PathError
		if errors.As(err, &cause) {
			err = &fs.PathError{Op: "write", Path: f.path, Err: cause.Err}
		}
		return "", err
	}
	return temporary, nil
}
