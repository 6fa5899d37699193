package linear

import (
	"embed"
	"testing"

	"github.com/allocgen/allocgen/templates/internal/instancetest"
)

//go:embed *.go
var files embed.FS

// TestInstances: with one block and several, and with each content, the
// template vets and keeps its laws.
func TestInstances(t *testing.T) {
	instancetest.Run(t, "linear", files, instancetest.Space, map[string]map[string]string{
		"single":       {"alignment": "256", "maxBlocks": "1", "contents": "0"},
		"several":      {"alignment": "1", "maxBlocks": "0", "contents": "1"},
		"bytes":        {"alignment": "1", "maxBlocks": "1", "contents": "2"},
		"singleMixed":  {"alignment": "64", "maxBlocks": "1", "contents": "2"},
		"severalMixed": {"alignment": "4096", "maxBlocks": "3", "contents": "2"},
	})
	instancetest.Refuse(t, "linear", files, map[string]string{"alignment": "256", "maxBlocks": "1", "contents": "0"},
		"alignment: 3", "maxBlocks: 1 << 31", "contents: 3")
}
