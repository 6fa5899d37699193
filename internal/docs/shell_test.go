package docs

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A shell runs the blocks of pages in a directory of its own, in which this source
// tree is the newest version of allocgen that there is.
type shell struct {
	dir     string
	source  string // the source tree
	env     []string
	printed string // by the last command
}

// newShell makes one whose programs find the tools in bin before others.
func newShell(t *testing.T, bin string) *shell {
	t.Helper()
	source, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	downloads := filepath.ToSlash(filepath.Join(strings.TrimSpace(string(cache)), "cache", "download"))
	return &shell{dir: t.TempDir(), source: source, env: append(os.Environ(),
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
		"GOPROXY=file://"+downloads, "GONOPROXY=none", "GOPRIVATE=", "GOSUMDB=off",
		"GOENV=off", "GOWORK=off", "GOTOOLCHAIN=local",
		"GOFLAGS=-trimpath", // so that the cache knows packages of another temporary directory
	)}
}

// copy makes a shell with a copy of the directory.
func (s *shell) copy(t *testing.T) *shell {
	t.Helper()
	copied := *s
	copied.dir = t.TempDir()
	if err := os.CopyFS(copied.dir, os.DirFS(s.dir)); err != nil {
		t.Fatal(err)
	}
	return &copied
}

// run does what a block asks the reader to do.
func (s *shell) run(t *testing.T, b block) error {
	switch {
	case b.language() == "sh" && strings.HasPrefix(b.mode(), "skip:"):
		return nil
	case b.language() == "sh":
		return s.commands(t, b)
	case b.info == "text":
		return compare(s.printed, b.text)
	case b.info == "diff":
		return s.change(b)
	case b.file != "":
		path := filepath.Join(s.dir, filepath.FromSlash(b.file))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(b.text), 0o666)
	}
	return nil
}

// commands runs a block of commands.
func (s *shell) commands(t *testing.T, b block) error {
	lines := strings.Split(strings.TrimSuffix(b.text, "\n"), "\n")
	for i, line := range lines {
		command := exec.CommandContext(t.Context(), "bash", "-c", line)
		command.Dir, command.Env = s.dir, s.env
		if strings.HasPrefix(b.mode(), "source") {
			command.Dir = s.source
		}
		printed, err := command.CombinedOutput()
		s.printed = string(printed)
		refused := b.mode() == "fails" && i == len(lines)-1
		if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !(refused && exited) {
			return fmt.Errorf("%s: %w\n%s", line, err, printed)
		}
		if refused && err == nil {
			return fmt.Errorf("%s: succeeded\n%s", line, printed)
		}
		if err := s.replace(t); err != nil {
			return err
		}
	}
	return nil
}

// replace has a new module take allocgen from the source tree.
func (s *shell) replace(t *testing.T) error {
	text, err := os.ReadFile(filepath.Join(s.dir, "go.mod"))
	if err != nil || strings.Contains(string(text), "\nreplace ") {
		return nil // there is no module yet, or it is done
	}
	edit := exec.CommandContext(t.Context(), "go", "mod", "edit", "-replace=github.com/allocgen/allocgen="+s.source)
	edit.Dir, edit.Env = s.dir, s.env
	return edit.Run()
}

// change makes the change that a diff shows: its lines are found in the file once,
// and replaced.
func (s *shell) change(b block) error {
	path := filepath.Join(s.dir, filepath.FromSlash(b.file))
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var before, after string
	for line := range strings.Lines(b.text) {
		switch line[0] {
		case '-':
			before += line[1:]
		case '+':
			after += line[1:]
		default:
			before, after = before+line[1:], after+line[1:]
		}
	}
	if n := strings.Count(string(text), before); n != 1 {
		return fmt.Errorf("%s has %d times\n%s", b.file, n, before)
	}
	return os.WriteFile(path, []byte(strings.Replace(string(text), before, after, 1)), 0o666)
}

// compare returns an error where what was printed is not what a page shows.
func compare(printed, shown string) error {
	pattern := "^"
	for line := range strings.Lines(shown) {
		if line == "…\n" {
			pattern += `(?:.*\n)*?`
			continue
		}
		pattern += strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*")
	}
	if !regexp.MustCompile(pattern + "$").MatchString(printed) {
		return fmt.Errorf("printed\n%s\nnot\n%s", printed, shown)
	}
	return nil
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		printed, shown string
		same           bool
	}{
		{"a\nb\n", "a\nb\n", true},
		{"a\nb\n", "a\n", false},
		{"a\nb\n", "b\n", false},
		{"a\nb\nc\n", "a\n…\nc\n", true},
		{"a\nc\n", "a\n…\nc\n", true},
		{"a\nb\n", "a\n…\nc\n", false},
		{"ok  pool 0.5s\n", "ok  pool …s\n", true},
		{"ok  pool\n0.5s\n", "ok  pool …s\n", false},
		{"a+b\n", "a+b\n", true},
	} {
		if err := compare(c.printed, c.shown); err == nil != c.same {
			t.Errorf("%q as %q: %v", c.printed, c.shown, err)
		}
	}
}

func TestChange(t *testing.T) {
	s := &shell{dir: t.TempDir()}
	try := func(text, diff string) string {
		path := filepath.Join(s.dir, "a")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := s.change(block{file: "a", text: diff}); err != nil {
			return err.Error()
		}
		changed, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(changed)
	}
	for _, c := range []struct{ text, diff, want string }{
		{"a\nb\nc\n", " a\n-b\n+d\n+e\n c\n", "a\nd\ne\nc\n"},
		{"a\nb\n", "-c\n+d\n", "a has 0 times\nc\n"},
		{"a\na\n", "-a\n+d\n", "a has 2 times\na\n"},
	} {
		if got := try(c.text, c.diff); got != c.want {
			t.Errorf("%q changed by %q is %q, want %q", c.text, c.diff, got, c.want)
		}
	}
}

func TestRun(t *testing.T) {
	s := &shell{dir: t.TempDir(), source: t.TempDir(), env: os.Environ()}
	for _, c := range []struct {
		b    block
		does bool
	}{
		{block{info: "sh", text: "true\ntrue # twice\n"}, true},
		{block{info: "sh", text: "false\ntrue\n"}, false},
		{block{info: "sh fails", text: "true\nfalse\n"}, true},
		{block{info: "sh fails", text: "false\nfalse\n"}, false},
		{block{info: "sh fails", text: "true\n"}, false},
		{block{info: "sh skip: not here", text: "false\n"}, true},
		{block{info: "go", file: "a/b.go", text: "package b\n"}, true},
		{block{info: "sh", text: "cat a/b.go\n"}, true},
		{block{info: "text", text: "package b\n"}, true},
		{block{info: "text", text: "package c\n"}, false},
		{block{info: "diff", file: "a/b.go", text: "-package b\n+package c\n"}, true},
		{block{info: "sh", text: "cat a/b.go\n"}, true},
		{block{info: "text", text: "package c\n"}, true},
		{block{info: "sh source", text: "cat a/b.go\n"}, false},
	} {
		if err := s.run(t, c.b); err == nil != c.does {
			t.Errorf("%+v: %v", c.b, err)
		}
	}
}
