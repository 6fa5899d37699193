package proptests

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/allocgen/allocgen/runtime/trace"
)

// recordings replays every recording, a file NAME.trace, of a directory.
func recordings(t *testing.T, s Subject, directory string, w *watch) error {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(directory, "*.trace"))
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return fmt.Errorf("no recording NAME.trace in %q", directory)
	}
	for _, path := range paths {
		tr, err := readRecording(path)
		if err == nil {
			err = conformReplay(s, tr, w)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		t.Logf("%s: %d operations keep every law", filepath.Base(path), len(tr.Ops))
	}
	return nil
}

func readRecording(path string) (*trace.Trace, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return trace.Read(file)
}
