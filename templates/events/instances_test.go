package events

import (
	"embed"
	"testing"

	"github.com/allocgen/allocgen/templates/internal/instancetest"
)

//go:embed *.go
var files embed.FS

// TestInstances: for one call, for some and for many, the template keeps its laws.
func TestInstances(t *testing.T) {
	const use = "\n// Use%[1]s uses a ring.\nfunc Use%[1]s(r *%[1]sRing) uint64 { return r.Len() }\n"
	instancetest.Run(t, "events", files, use, map[string]map[string]string{
		"one":  {"lastEvents": "1"},
		"some": {"lastEvents": "7"},
		"many": {"lastEvents": "300"},
	})
}
