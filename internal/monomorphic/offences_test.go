package monomorphic

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOffences: every line of testdata that says what is to be found there has
// that found, and no other line has anything found.
func TestOffences(t *testing.T) {
	program, list := load(t, "testdata/offences", nil, ".")
	findings, _ := check(program, list[0])
	text, err := os.ReadFile("testdata/offences/offences.go")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		var found []string
		for _, f := range findings {
			if f.at.Line == i+1 {
				found = append(found, f.what)
			}
		}
		_, want, wanted := strings.Cut(line, "// want: ")
		if got := strings.Join(found, "; "); wanted != (got != "") || !strings.Contains(got, want) {
			t.Errorf("line %d: found %q, want %q", i+1, got, want)
		}
	}
}

// TestHotOffences: what is changed in a package, or in the runtime under it, so
// that a hot method does what it must not, is found.
func TestHotOffences(t *testing.T) {
	for _, c := range []struct{ name, directory, file, from, to, want string }{
		{"question to the driver", "generated/gpukinds", "generated/gpukinds/slices_device.go",
			"	memory, _ := a.blocks.Native(block)\n	return", "	memory, _ := a.blocks.Native(block)\n	a.device.Unmap(0)\n	return",
			"Device.Unmap: calls the driver to answer a question"},
		{"number as text", "generated/hostmem", "generated/hostmem/failure.go",
			"isFull() bool {\n", "isFull() bool {\n	_ = strconv.Itoa(int(f.pool))\n",
			"Failure.isFull: calls strconv.Itoa"},
		{"one of two functions", "generated/hostmem", "generated/hostmem/host_allocation.go",
			"	if detail := faultIn(", "	in := faultIn\n	if a.closed {\n		in = nil\n	}\n	if detail := in(",
			"HostArena.alloc: a dynamic call"},
		{"one of two functions in the runtime", "generated/gpukinds", "runtime/device.go",
			"	d.call.FreeMemory(m)\n", "	end := d.Unmap\n	if size > 1 {\n		end = d.call.FreeMemory\n	}\n	end(m)\n",
			"Device.Free: a dynamic call"},
	} {
		instead := plant(t, c.file, c.from, c.to)
		program, list := load(t, root, instead, "./"+c.directory, vkrt)
		var found []string
		for _, p := range list {
			if p.PkgPath != vkrt {
				serves, asks := hot(program, p)
				for _, f := range append(serves.findings, asks.findings...) {
					found = append(found, f.in+": "+f.what)
				}
			}
		}
		if len(found) != 1 || found[0] != c.want {
			t.Errorf("%s: found %q, want %q", c.name, found, c.want)
		}
	}
}

// plant returns what is to replace a file of the root module: the same with one
// text changed.
func plant(t *testing.T, file, from, to string) map[string][]byte {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(text, []byte(from)) {
		t.Fatalf("%s does not say %q: %v", file, from, err)
	}
	return map[string][]byte{path: bytes.Replace(text, []byte(from), []byte(to), 1)}
}
