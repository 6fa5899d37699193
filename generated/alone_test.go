package generated

import (
	"os/exec"
	"strings"
	"testing"
)

// TestDebugTag: with the build tag a package for one goroutine at a time finds
// calls that overlap, and finds none where there are none.
func TestDebugTag(t *testing.T) {
	out, err := exec.Command("go", "test", "-tags=allocgen_debug", "-count=1", "-short", "-run=TestOverlapPanics|TestRingConformance", "-v", "./vblock").CombinedOutput()
	for _, test := range []string{"TestOverlapPanics", "TestRingConformance"} {
		if !strings.Contains(string(out), "--- PASS: "+test) {
			t.Errorf("%s does not pass (%v):\n%s", test, err, out)
		}
	}
}
