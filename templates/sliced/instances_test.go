package sliced

import (
	"embed"
	"testing"

	"github.com/allocgen/allocgen/templates/internal/instancetest"
)

//go:embed *.go
var files embed.FS

// TestInstances: with a cap and without, above a page, below and of nothing, the
// template keeps its laws.
func TestInstances(t *testing.T) {
	const use = "\n// Use%[1]s uses a pool.\nfunc Use%[1]s(p *%[1]sPool) { p.Init(1) }\n"
	instancetest.Run(t, "sliced", files, use, map[string]map[string]string{
		"open":   {"alignment": "16", "pageSize": "1024", "maxSliceSize": "512", "maxPoolSize": "1<<64 - 1", "deallocPeriod": "0"},
		"capped": {"alignment": "16", "pageSize": "1024", "maxSliceSize": "1024", "maxPoolSize": "5000", "deallocPeriod": "3"},
		"shrunk": {"alignment": "64", "pageSize": "4096", "maxSliceSize": "1024", "maxPoolSize": "700", "deallocPeriod": "0"},
		"fifth":  {"alignment": "16", "pageSize": "1280", "maxSliceSize": "512", "maxPoolSize": "1<<64 - 1", "deallocPeriod": "0"},
		"none":   {"alignment": "256", "pageSize": "1024", "maxSliceSize": "256", "maxPoolSize": "255", "deallocPeriod": "0"},
	})
	instancetest.Refuse(t, "sliced", files, map[string]string{"alignment": "256", "pageSize": "1536 << 20", "maxSliceSize": "1536 << 20", "maxPoolSize": "1<<64 - 1", "deallocPeriod": "0"},
		"alignment: 3", "pageSize: 1536<<20 + 1", "pageSize: 1 << 40", "pageSize: 768", "maxSliceSize: 0")
}
