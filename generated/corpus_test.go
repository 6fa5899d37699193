package generated

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/internal/planted"
)

// TestCorpusFindsWhatItIsNamedFor: what is committed for the fuzz targets of
// packages has the names of planted bugs, and each turns its target red where that
// bug is planted. So dice that come to mean other operations are noticed.
func TestCorpusFindsWhatItIsNamedFor(t *testing.T) {
	paths, err := filepath.Glob("*/testdata/fuzz/*/*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	bugs := allPlanted()
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			parts := strings.Split(filepath.ToSlash(path), "/")
			directory, target, name := parts[0], parts[3], parts[4]
			at := slices.IndexFunc(bugs, func(b bug) bool {
				return strings.HasPrefix(b.arena, directory+"/") && strings.ReplaceAll(b.name, " ", "_") == name
			})
			if at < 0 {
				t.Fatalf("no planted bug of %s has the name %s", directory, name)
			}
			instead := planted.Mutant(t, directory, bugs[at].file, bugs[at].from, bugs[at].to)
			out, err := exec.Command("go", slices.Concat([]string{"test", "-overlay=" + planted.Overlay(t, instead)}, planted.Flags,
				[]string{"-count=1", "-run=^" + target + "$/^" + name + "$", "./" + directory})...).CombinedOutput()
			if err == nil || !strings.Contains(string(out), ": law ") {
				t.Errorf("no law is found broken:\n%s", out)
			}
		})
	}
}
