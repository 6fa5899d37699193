package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// specText is a spec with an arena for each name.
func specText(arenas ...string) string {
	text := "version: 1\npackage: small\ntarget: host\ntests: false\narenas:\n"
	for _, name := range arenas {
		text += "  " + name + ": {pools: [{name: only, kind: direct}]}\n"
	}
	return text
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTool: of two specs the smaller and the larger are found, and each has a
// row for each verb; what fails is an error.
func TestTool(t *testing.T) {
	scratch := t.TempDir()
	binary, err := buildTool("../..", scratch)
	if err != nil {
		t.Fatal(err)
	}
	one := write(t, filepath.Join(t.TempDir(), "one", "one.yaml"), specText("a"))
	two := write(t, filepath.Join(t.TempDir(), "two", "two.yaml"), specText("a", "b"))
	smallest, largest, err := extremes(binary, scratch, []string{two, one})
	if err != nil {
		t.Fatal(err)
	}
	if smallest.name != "one" || largest.name != "two" || smallest.files < 5 || smallest.bytes >= largest.bytes {
		t.Fatalf("%+v, %+v", smallest, largest)
	}
	costs := []toolCosts{{spec: smallest}, {spec: largest, most: time.Hour}}
	for i := range costs {
		if err := costs[i].once(binary); err != nil {
			t.Fatal(err)
		}
	}
	c := compiler{cold: samples{{user: time.Second}}}
	var out bytes.Buffer
	printTables(&out, costs, &c)
	for _, want := range []string{
		`\| one \| \d+ \| \d+ \|`,
		`\| generate, cold \| one \| \d+ \| \d+ \| \d\.\d+ \|  \|  \|`,
		`\| generate, warm \| two \| \d+ \| \d+ \| \d\.\d+ \| 3600000 \| met \|`,
		`\| check, cold \| two \| \d+ \| \d+ \|`,
		`\| go build, cold \| two \| 1000 \| 0 \| 1\.000 \|`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no %s in\n%s", want, &out)
		}
	}
	if strings.Contains(out.String(), "go build, warm") {
		t.Errorf("a row without a figure:\n%s", &out)
	}
	wrong := write(t, filepath.Join(t.TempDir(), "wrong", "wrong.yaml"), "version: 2\n")
	if _, _, err := extremes(binary, scratch, []string{wrong}); err == nil || !strings.Contains(err.Error(), "AG") {
		t.Errorf("a wrong spec: %v", err)
	}
}

// TestCompiler: a package is built cold and then warm, and not with an error.
func TestCompiler(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module small\n\ngo 1.26\n")
	path := write(t, filepath.Join(dir, "small.go"), "package small\n\n// Sum adds.\nfunc Sum(a, b int) int { return a + b }\n")
	c := compiler{directory: dir, scratch: t.TempDir()}
	if err := c.take(2); err != nil {
		t.Fatal(err)
	}
	cold, _ := c.cold.median()
	if len(c.cold) != 2 || len(c.warm) != 2 || cold == 0 {
		t.Errorf("%v, %v", c.cold, c.warm)
	}
	write(t, path, "package small\n\nvar x int = \"\"\n")
	c = compiler{directory: dir, scratch: t.TempDir()}
	if err := c.take(1); err == nil {
		t.Error("a package that doesn't compile: no error")
	}
}

func TestMedian(t *testing.T) {
	s := samples{{3, 10}, {1, 30}, {2, 20}}
	if user, system := s.median(); user != 2 || system != 20 {
		t.Error(user, system)
	}
	if _, err := spend(0, "go", "no-such-verb"); err == nil {
		t.Error("a command that fails: no error")
	}
	if _, err := specsOf(t.TempDir()); err == nil {
		t.Error("no specs: no error")
	}
}
