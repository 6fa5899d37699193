package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// firstAllocation is what a newcomer writes first.
const firstAllocation = `package main

import (
	"fmt"
	"os"

	"example.com/newcomer/pool"
)

func main() {
	a, f := pool.New()
	if f.Failed() {
		fail(f)
	}
	h, f := a.Host.Alloc(1000, 16)
	if f.Failed() {
		fail(f)
	}
	if f := a.Host.Free(h); f.Failed() {
		fail(f)
	}
	if f := a.Close(); f.Failed() {
		fail(f)
	}
	fmt.Println("allocated and freed 1000 bytes")
}

func fail(f pool.Failure) {
	fmt.Fprintln(os.Stderr, f.Err())
	os.Exit(1)
}
`

// TestNewcomer goes the way of the README in an empty module: fetch the tool from
// a module proxy, init, generate, test, allocate. The local module cache, filled
// with this module's own dependencies, stands in for the network.
func TestNewcomer(t *testing.T) {
	n := newNewcomer(t)
	n.run("go", "mod", "init", "example.com/newcomer")
	n.run("go", "get", "-tool", command+"@"+n.version)
	if got := n.run("go", "tool", "allocgen", "version"); !strings.Contains(got, "allocgen "+n.version+"\n") {
		t.Errorf("go tool allocgen version printed %q, want %s", got, n.version)
	}
	if got := n.run("go", "tool", "allocgen", "init", "pool"); !strings.Contains(got, "go get -tool "+command+"@"+n.version+"\n") {
		t.Errorf("init did not name its own version in the next steps: %q", got)
	}
	n.run("go", "generate", "./...")
	n.run("go", "get", "-t", "./...")
	n.run("go", "vet", "./...")
	if got := n.run("go", "test", "./..."); !strings.Contains(got, "ok  \texample.com/newcomer/pool") {
		t.Errorf("go test ran no test of the generated package: %q", got)
	}
	n.run("go", "tool", "allocgen", "check", "pool/allocgen.yaml")
	n.write("main.go", firstAllocation)
	if got, want := n.run("go", "run", "."), "allocated and freed 1000 bytes\n"; got != want {
		t.Errorf("the first allocation printed %q, want %q", got, want)
	}
	n.write("pool/allocgen.yaml", strings.Replace(n.read("pool/allocgen.yaml"), "64KiB", "128KiB", 1))
	n.run("go", "generate", "./...")
	n.run("go", "run", ".")
}

// newcomer is a directory of one's own, with an environment that reaches no
// network.
type newcomer struct {
	t       *testing.T
	dir     string
	version string // of allocgen, in the proxy
	env     []string
}

func newNewcomer(t *testing.T) *newcomer {
	t.Helper()
	proxy := t.TempDir()
	n := &newcomer{t: t, dir: t.TempDir(), version: publish(t, proxy)}
	n.run("go", "-C", absolute(t, moduleDir), "mod", "download")
	cache := strings.TrimSpace(n.run("go", "env", "GOMODCACHE"))
	n.env = append(os.Environ(),
		"GOPROXY="+fileURL(proxy)+","+fileURL(filepath.Join(cache, "cache", "download")),
		"GOMODCACHE="+t.TempDir(),
		"GOFLAGS=-modcacherw -trimpath", // removable, and independent of where the cache is
		"GONOPROXY=none", "GOPRIVATE=", "GOSUMDB=off", "GOENV=off", "GOWORK=off", "GOTOOLCHAIN=local")
	return n
}

func absolute(t *testing.T, dir string) string {
	t.Helper()
	full, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	return full
}

func fileURL(dir string) string {
	return "file://" + filepath.ToSlash(dir)
}

// run executes a command and returns all that it printed; it must succeed.
func (n *newcomer) run(name string, args ...string) string {
	n.t.Helper()
	cmd := exec.CommandContext(n.t.Context(), name, args...)
	cmd.Dir, cmd.Env = n.dir, n.env
	printed, err := cmd.CombinedOutput()
	if err != nil {
		n.t.Fatalf("%s: %v\n%s", cmd, err, printed)
	}
	return string(printed)
}

func (n *newcomer) write(name, text string) {
	n.t.Helper()
	if err := os.WriteFile(filepath.Join(n.dir, name), []byte(text), 0o666); err != nil {
		n.t.Fatal(err)
	}
}

func (n *newcomer) read(name string) string {
	n.t.Helper()
	text, err := os.ReadFile(filepath.Join(n.dir, name))
	if err != nil {
		n.t.Fatal(err)
	}
	return string(text)
}
