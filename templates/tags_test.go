package templates

import (
	"bytes"
	"regexp"
	"slices"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// tagged matches what only names and call sites bring into a package.
var tagged = map[string]*regexp.Regexp{
	"names":      regexp.MustCompile(`SetName|namesTable|\.names\b|\bname +string$|, named `),
	"call_sites": regexp.MustCompile(`CallSite|[cC]allsites|\bsites?\b|"runtime"|uintptr`),
}

// TestTagsAreFreeWhenOff: without names and call sites a package is the same,
// byte for byte, as if there were no such keys, and has nothing of them.
func TestTagsAreFreeWhenOff(t *testing.T) {
	const host = "version: 1\npackage: pool\ntarget: host\narenas:\n  a:\n    pools:\n      - {name: p, kind: sliced_pages, page_size: 4KiB, max_slice_size: 1KiB}\n      - {name: q, kind: direct}\n"
	const vulkan = "version: 1\npackage: pool\ntarget: vulkan\narenas:\n  a:\n    memory: {}\n    pools:\n      - {name: q, kind: direct}\n"
	emit := func(source string) []File {
		t.Helper()
		plan, diagnostics := spec.Compile("pool.yaml", []byte(source))
		if diagnostics.Failed() {
			t.Fatal(diagnostics)
		}
		files, err := Emit(plan)
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	for _, source := range []string{host, vulkan} {
		absent, off := emit(source), emit(source+"names: false\ncall_sites: false\n")
		if !slices.EqualFunc(absent, off, func(x, y File) bool { return x.Name == y.Name && bytes.Equal(x.Text, y.Text) }) {
			t.Errorf("false is not as if absent:\n%s", source)
		}
		for key, pattern := range tagged {
			in := func(files []File) (found []string) {
				for _, f := range files {
					for line := range bytes.Lines(f.Text) {
						if pattern.Match(bytes.TrimSpace(line)) {
							found = append(found, f.Name+": "+string(line))
						}
					}
				}
				return found
			}
			if found := in(absent); found != nil {
				t.Errorf("without %s there is %q", key, found)
			}
			if found := in(emit(source + key + ": true\n")); len(found) < 10 {
				t.Errorf("of %s there is only %q", key, found)
			}
		}
	}
}
