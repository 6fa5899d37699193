package callsites

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// TestTableAgainstMap compares the call site of every slot with a map's.
func TestTableAgainstMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var table Table
	want := map[uint32]uintptr{}
	for step := range 2000 {
		i, site := r.Uint32N(1+uint32(step)/8), uintptr(step%3*step)
		table.Set(i, site)
		want[i] = site
		for j := range uint32(300) {
			if got := table.Of(j); got != want[j] {
				t.Fatalf("step %d: slot %d was asked for at %d, want %d", step, j, got, want[j])
			}
		}
	}
}

// asked is where it is called from, as an allocator's method would say.
//
//go:noinline
func asked() Site { return Resolve(Caller()) }

// inlined is asked, small enough to be inlined.
func inlined() Site { return Resolve(Caller()) }

// through asks in a function that may be inlined itself.
func through() (site Site, line int) {
	_, _, line, _ = runtime.Caller(0)
	return inlined(), line + 1
}

// TestCallerNamesTheCaller: the file, line and function are those of the call,
// whatever the compiler inlines.
func TestCallerNamesTheCaller(t *testing.T) {
	_, file, line, _ := runtime.Caller(0)
	sites := []Site{asked(), inlined()}
	for _, site := range sites {
		if site.File != file || site.Line != line+1 || !strings.HasSuffix(site.Function, "CallerNamesTheCaller") {
			t.Errorf("%+v, want line %d of %s", site, line+1, file)
		}
	}
	site, line := through()
	if site.File != file || site.Line != line || !strings.HasSuffix(strings.ToLower(site.Function), "through") {
		t.Errorf("%+v, want line %d", site, line)
	}
	if none := Resolve(0); none != (Site{}) {
		t.Errorf("no call site is %+v", none)
	}
}
