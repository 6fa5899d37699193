package docs

import (
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestCommands does what each page tells its reader to do. The pages of a
// directory that has a README are read after it, each in a copy of its module.
func TestCommands(t *testing.T) {
	bin := t.TempDir()
	for _, args := range [][]string{
		{"mod", "download"}, // what the modules of pages need too
		{"build", "-o", bin, "./cmd/allocgen"},
	} {
		command := exec.Command("go", args...)
		command.Dir = root
		if printed, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, printed)
		}
	}
	for _, journey := range journeys(pages(t)) {
		t.Run(strings.TrimSuffix(journey[0].path, "/README.md"), func(t *testing.T) {
			t.Parallel()
			s := newShell(t, bin)
			s.read(t, journey[0])
			for _, p := range journey[1:] {
				t.Run(path.Base(p.path), func(t *testing.T) {
					t.Parallel()
					s.copy(t).read(t, p)
				})
			}
		})
	}
}

// journeys groups the pages of a directory behind its README.
func journeys(pages []page) (all [][]page) {
	slices.SortStableFunc(pages, func(a, b page) int {
		return strings.Compare(rank(a), rank(b))
	})
	for _, p := range pages {
		last, dir := len(all)-1, path.Dir(p.path)
		if last >= 0 && dir != "docs" && all[last][0].path == dir+"/README.md" {
			all[last] = append(all[last], p)
		} else {
			all = append(all, []page{p})
		}
	}
	return all
}

// rank sorts pages by directory, and a README before the others.
func rank(p page) string {
	dir, name := path.Split(p.path)
	if name == "README.md" {
		name = ""
	}
	return dir + name
}

// read does what a page says, up to the first thing that is not as it says.
func (s *shell) read(t *testing.T, p page) {
	t.Helper()
	for _, b := range p.blocks {
		if strings.Contains(b.mode(), "vulkan") && !hasVulkan(t) {
			t.Skipf("%s from line %d on needs a Vulkan device", p.path, b.line)
		}
		if err := s.run(t, b); err != nil {
			t.Fatalf("%s:%d: %v", p.path, b.line, err)
		}
	}
}

func TestJourneys(t *testing.T) {
	var list []page
	for _, path := range []string{"README.md", "CHANGELOG.md", "docs/b.md", "docs/kinds/a.md", "docs/kinds/README.md", "docs/README.md"} {
		list = append(list, page{path: path})
	}
	var got []string
	for _, journey := range journeys(list) {
		var paths []string
		for _, p := range journey {
			paths = append(paths, p.path)
		}
		got = append(got, strings.Join(paths, "+"))
	}
	want := []string{"README.md", "CHANGELOG.md", "docs/README.md", "docs/b.md", "docs/kinds/README.md+docs/kinds/a.md"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
