package tlsf

import (
	"embed"
	"maps"
	"testing"

	"github.com/allocgen/allocgen/templates/internal/instancetest"
)

//go:embed *.go
var files embed.FS

// TestInstances: in every form that the parameters give the template, it vets
// and keeps its laws: with each width of numbers and counts, each number of
// classes, each strategy and several, each content.
func TestInstances(t *testing.T) {
	instancetest.Run(t, "tlsf", files, instancetest.Space, map[string]map[string]string{
		"narrow":      with(nil),
		"odd":         with(map[string]string{"maxLive": "1000", "maxBlocks": "3", "largestBlock": "256 << 20"}),
		"small":       with(map[string]string{"maxLive": "6", "maxBlocks": "1", "alignment": "16", "largestBlock": "96"}),
		"smallEvery":  with(map[string]string{"maxLive": "6", "maxBlocks": "2", "alignment": "16", "largestBlock": "96", "strategies": "7", "contents": "2"}),
		"smallOffset": with(map[string]string{"maxLive": "6", "maxBlocks": "1", "alignment": "1", "largestBlock": "6", "strategy": "2", "strategies": "2"}),
		"tiny":        with(map[string]string{"maxLive": "3", "maxBlocks": "1", "alignment": "1", "largestBlock": "16"}),
		"classes":     with(map[string]string{"maxLive": "3", "maxBlocks": "1", "alignment": "1", "largestBlock": "2047"}),
		"whole":       with(map[string]string{"maxLive": "1", "maxBlocks": "1", "alignment": "64", "largestBlock": "64"}),
		"wide":        with(map[string]string{"maxLive": "0", "contents": "2"}),
		"huge":        with(map[string]string{"maxLive": "0", "alignment": "1", "largestBlock": "1 << 57", "strategies": "7"}),
		"large":       with(map[string]string{"maxLive": "100", "alignment": "4", "largestBlock": "1 << 50", "strategy": "4", "strategies": "4"}),
		"offset":      with(map[string]string{"strategy": "2", "strategies": "2"}),
		"wideOffset":  with(map[string]string{"maxLive": "0", "strategy": "2", "strategies": "2", "contents": "2"}),
		"every":       with(map[string]string{"strategy": "1", "strategies": "7", "contents": "2"}),
		"quick":       with(map[string]string{"strategy": "4", "strategies": "4", "contents": "1"}),
	})
	instancetest.Refuse(t, "tlsf", files, with(nil),
		"alignment: 3", "largestBlock: 1<<57 + 256", "largestBlock: 255", "maxLive: 1<<24 + 1", "maxBlocks: 1<<24 + 1", "strategy: 3", "strategies: 8", "strategy: 0", "contents: 3")
}

// with is the parameters of an instance, some of them other than their defaults.
func with(params map[string]string) map[string]string {
	all := map[string]string{
		"alignment": "256", "maxLive": "30000", "maxBlocks": "0", "largestBlock": "4 << 30",
		"strategy": "1", "strategies": "1", "contents": "0",
	}
	maps.Copy(all, params)
	return all
}
