package idle

import (
	"embed"
	"testing"

	"github.com/allocgen/allocgen/templates/internal/instancetest"
)

//go:embed *.go
var files embed.FS

// TestInstances: with a period and without, the template keeps its laws.
func TestInstances(t *testing.T) {
	const use = "\n// Use%[1]s uses a list.\nfunc Use%[1]s(l *%[1]sList) { l.Tick() }\n"
	instancetest.Run(t, "idle", files, use, map[string]map[string]string{
		"kept":  {"deallocPeriod": "0"},
		"next":  {"deallocPeriod": "1"},
		"later": {"deallocPeriod": "7"},
	})
}
