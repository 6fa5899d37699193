// Package outside tests this module from another one: as its users have it,
// from a module proxy, without a network.
package outside

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A Module is a directory of one's own, with an environment that reaches no
// network. It starts empty.
type Module struct {
	Dir     string
	Version string // of this module, in the proxy

	t   *testing.T
	env []string
}

// New publishes the work tree at root to a proxy that serves one test. The local
// module cache, filled with what this module depends on, serves the rest.
func New(t *testing.T, root string) *Module {
	t.Helper()
	proxy := t.TempDir()
	m := &Module{t: t, Dir: t.TempDir(), Version: publish(t, root, proxy)}
	m.Run("go", "-C", absolute(t, root), "mod", "download")
	cache := strings.TrimSpace(m.Run("go", "env", "GOMODCACHE"))
	m.env = append(os.Environ(),
		"GOPROXY="+fileURL(proxy)+","+fileURL(filepath.Join(cache, "cache", "download")),
		"GOMODCACHE="+t.TempDir(),
		"GOFLAGS=-modcacherw -trimpath", // removable, and independent of where the cache is
		"GONOPROXY=none", "GOPRIVATE=", "GOSUMDB=off", "GOENV=off", "GOWORK=off", "GOTOOLCHAIN=local")
	return m
}

func absolute(t *testing.T, dir string) string {
	t.Helper()
	full, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	return full
}

func fileURL(dir string) string { return "file://" + filepath.ToSlash(dir) }

// Run executes a command and returns all that it printed; it must succeed.
func (m *Module) Run(name string, args ...string) string {
	m.t.Helper()
	cmd := exec.CommandContext(m.t.Context(), name, args...)
	cmd.Dir, cmd.Env = m.Dir, m.env
	printed, err := cmd.CombinedOutput()
	if err != nil {
		m.t.Fatalf("%s: %v\n%s", cmd, err, printed)
	}
	return string(printed)
}

// Write writes a file of the module.
func (m *Module) Write(name, text string) {
	m.t.Helper()
	if err := os.WriteFile(filepath.Join(m.Dir, name), []byte(text), 0o666); err != nil {
		m.t.Fatal(err)
	}
}

// Read returns a file of the module.
func (m *Module) Read(name string) string {
	m.t.Helper()
	text, err := os.ReadFile(filepath.Join(m.Dir, name))
	if err != nil {
		m.t.Fatal(err)
	}
	return string(text)
}
