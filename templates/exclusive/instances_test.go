package exclusive

import (
	"embed"
	"testing"

	"github.com/allocgen/allocgen/templates/internal/instancetest"
)

//go:embed *.go
var files embed.FS

// TestInstances: with either growth, the template keeps its laws.
func TestInstances(t *testing.T) {
	const use = "\n// Use%[1]s uses a pool.\nfunc Use%[1]s(p *%[1]sPool) { p.Init(1) }\n"
	instancetest.Run(t, "exclusive", files, use, map[string]map[string]string{
		"exact":   {"alignment": "256", "maxAllocSize": "4096", "growth": "0", "deallocPeriod": "0"},
		"average": {"alignment": "16", "maxAllocSize": "64 << 20", "growth": "1", "deallocPeriod": "3"},
		"bytes":   {"alignment": "1", "maxAllocSize": "100", "growth": "1", "deallocPeriod": "0"},
	})
	instancetest.Refuse(t, "exclusive", files, map[string]string{"alignment": "256", "maxAllocSize": "768", "growth": "1", "deallocPeriod": "0"},
		"alignment: 3", "maxAllocSize: 769", "maxAllocSize: 0", "maxAllocSize: 1<<47 + 256", "growth: 2")
}
