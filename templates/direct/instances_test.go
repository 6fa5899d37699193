package direct

import (
	"embed"
	"testing"

	"github.com/allocgen/allocgen/templates/internal/instancetest"
)

//go:embed *.go
var files embed.FS

// TestInstances: with any granule, the template keeps its laws.
func TestInstances(t *testing.T) {
	const use = "\n// Use%[1]s uses a pool.\nfunc Use%[1]s(p *%[1]sPool) { p.Init(1) }\n"
	instancetest.Run(t, "direct", files, use, map[string]map[string]string{
		"bytes": {"alignment": "1", "reclaimAt": "1000"},
		"wide":  {"alignment": "4096", "reclaimAt": "1<<64 - 1"},
	})
	instancetest.Refuse(t, "direct", files, map[string]string{"alignment": "256", "reclaimAt": "1000"}, "alignment: 3")
}
