package slots

import (
	"embed"
	"testing"

	"github.com/allocgen/allocgen/templates/internal/instancetest"
)

//go:embed *.go
var files embed.FS

// TestInstances: bounded and not, with few generations, and in streams that hand
// back or don't, the template keeps its laws.
func TestInstances(t *testing.T) {
	const use = "\n// Use%[1]s uses a table.\nfunc Use%[1]s(t *%[1]sTable) { t.InitStream(1, 0) }\n"
	instancetest.Run(t, "slots", files, use, map[string]map[string]string{
		"few":     {"maxLive": "3", "generations": "2", "slotBits": "24", "handsBack": "0"},
		"streams": {"maxLive": "0", "generations": "1<<28 - 1", "slotBits": "22", "handsBack": "1"},
		"back":    {"maxLive": "16", "generations": "3", "slotBits": "22", "handsBack": "1"},
		"small":   {"maxLive": "0", "generations": "2", "slotBits": "8", "handsBack": "1"},
	})
	instancetest.Refuse(t, "slots", files, map[string]string{"maxLive": "0", "generations": "1", "slotBits": "24", "handsBack": "0"},
		"maxLive: 1<<24 + 1", "generations: 0", "generations: 1 << 28")
}
