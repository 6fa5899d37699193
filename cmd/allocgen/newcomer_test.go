package main

import (
	"strings"
	"testing"

	"github.com/allocgen/allocgen/internal/outside"
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
// a module proxy, init, generate, test, allocate.
func TestNewcomer(t *testing.T) {
	n := outside.New(t, "../..")
	n.Run("go", "mod", "init", "example.com/newcomer")
	n.Run("go", "get", "-tool", command+"@"+n.Version)
	if got := n.Run("go", "tool", "allocgen", "version"); !strings.Contains(got, "allocgen "+n.Version+"\n") {
		t.Errorf("go tool allocgen version printed %q, want %s", got, n.Version)
	}
	if got := n.Run("go", "tool", "allocgen", "init", "pool"); !strings.Contains(got, "go get -tool "+command+"@"+n.Version+"\n") {
		t.Errorf("init did not name its own version in the next steps: %q", got)
	}
	n.Run("go", "generate", "./...")
	n.Run("go", "get", "-t", "./...")
	n.Run("go", "vet", "./...")
	if got := n.Run("go", "test", "./..."); !strings.Contains(got, "ok  \texample.com/newcomer/pool") {
		t.Errorf("go test ran no test of the generated package: %q", got)
	}
	n.Run("go", "tool", "allocgen", "check", "pool/allocgen.yaml")
	n.Write("first.trace", "a 1 1000 16\nf 1\n")
	if got := n.Run("go", "tool", "allocgen", "replay", "pool/allocgen.yaml", "first.trace"); !strings.Contains(got, "2  1000 bytes    64 KiB") {
		t.Errorf("replay printed %q", got)
	}
	n.Write("main.go", firstAllocation)
	if got, want := n.Run("go", "run", "."), "allocated and freed 1000 bytes\n"; got != want {
		t.Errorf("the first allocation printed %q, want %q", got, want)
	}
	fewer := strings.NewReplacer("64KiB", "128KiB", "concurrency: mutex", "concurrency: none", "tests: true", "tests: false")
	n.Write("pool/allocgen.yaml", fewer.Replace(n.Read("pool/allocgen.yaml")))
	n.Run("go", "generate", "./...") // which would still read the files that go
	n.Run("go", "run", ".")
}
