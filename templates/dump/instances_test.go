package dump

import (
	"embed"
	"testing"

	"github.com/allocgen/allocgen/templates/internal/instancetest"
)

//go:embed *.go
var files embed.FS

// TestInstances: with names, streams and custom pools, all or none, the template
// keeps its laws.
func TestInstances(t *testing.T) {
	const use = "\n// Use%[1]s uses a layout.\nfunc Use%[1]s(l *%[1]sLayout) []byte {\n" +
		"\tl.Heap(1, 1, 1)\n\tl.Type(0, 1)\n\tl.Arena(1)\n" +
		"\tl.Pool(%[1]sPool{Place: \"a\", Stream: 1, Custom: 1, Usage: 1, Preferred: 1})[0] = 1\n\tl.Blocks()\n" +
		"\tl.Region(layoutRegion{Extent: 1}, %[1]sRegion{Handle: 1, Name: \"a\", Kind: %[1]sBuffer, Own: true})\n" +
		"\treturn l.Append(nil, \"a\", \"b\")\n}\n"
	instancetest.Run(t, "dump", files, use, map[string]map[string]string{
		"plain": {"names": "0", "streams": "0", "customs": "0"},
		"all":   {"names": "1", "streams": "1", "customs": "1"},
		"named": {"names": "1", "streams": "0", "customs": "0"},
	})
}
