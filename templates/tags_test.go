package templates

import (
	"bytes"
	"regexp"
	"slices"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// tagged matches what only one line of a spec brings into a package.
var tagged = map[string]*regexp.Regexp{
	"names: true":      regexp.MustCompile(`SetName|namesTable|\.names\b|\bname +string$|, named `),
	"call_sites: true": regexp.MustCompile(`CallSite|[cC]allsites|\bsites?\b|"runtime"|uintptr`),
	"trace: true":      regexp.MustCompile(`Record|recording|\*sink\b|\bsink(\{|$| struct| +//)|\.note|callsCall`),
	"last_events: 5":   regexp.MustCompile(`Events|DumpOnFailure|alarm|\*sink\b|\bsink(\{|$| struct| +//)|\.note|callsCall|appendLayout|\blayout\(\)`),
}

// TestTagsAreFreeWhenOff: without names, call sites and notes of calls a package is the same,
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
		absent, off := emit(source), emit(source+"names: false\ncall_sites: false\ntrace: false\nlast_events: 0\n")
		if !slices.EqualFunc(absent, off, func(x, y File) bool { return x.Name == y.Name && bytes.Equal(x.Text, y.Text) }) {
			t.Errorf("false is not as if absent:\n%s", source)
		}
		for line, pattern := range tagged {
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
				t.Errorf("without %s there is %q", line, found)
			}
			if found := in(emit(source + line + "\n")); len(found) < 10 {
				t.Errorf("of %s there is only %q", line, found)
			}
		}
	}
}
