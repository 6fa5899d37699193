package blocks

import (
	"embed"
	"maps"
	"testing"

	"github.com/allocgen/allocgen/templates/internal/instancetest"
)

//go:embed *.go
var files embed.FS

// TestInstances: under every policy, with one block and several, whether the
// algorithm searches them or appends, the template keeps its laws.
func TestInstances(t *testing.T) {
	const use = "\n// Use%[1]s uses a pool.\nfunc Use%[1]s(p *%[1]sPool) { p.Tick() }\n"
	instancetest.Run(t, "blocks", files, use, map[string]map[string]string{
		"separate":     ranges(map[string]string{"policy": "0"}),
		"fixed":        ranges(map[string]string{"policy": "1", "blockSize": "16384", "maxBlocks": "3"}),
		"only":         ranges(map[string]string{"policy": "1", "blockSize": "16384", "maxBlocks": "1"}),
		"pooled":       ranges(map[string]string{"policy": "2", "blockSize": "16384", "deallocPeriod": "3", "margin": "20"}),
		"single":       ranges(map[string]string{"policy": "2", "blockSize": "16384", "maxBlocks": "1"}),
		"adaptive":     ranges(map[string]string{"policy": "3", "blockSize": "32768", "minBlockSize": "4096", "maxBlocks": "4", "strategies": "7"}),
		"automatic":    ranges(nil),
		"quick":        ranges(map[string]string{"policy": "2", "blockSize": "8192", "strategy": "4", "strategies": "4"}),
		"fixedLine":    line(map[string]string{"policy": "1", "blockSize": "16384", "maxBlocks": "2"}),
		"stacks":       line(map[string]string{"policy": "2", "blockSize": "16384", "maxBlocks": "1"}),
		"pooledLine":   line(map[string]string{"policy": "2", "blockSize": "8192"}),
		"adaptiveLine": line(map[string]string{"policy": "3", "blockSize": "16384", "minBlockSize": "2048", "deallocPeriod": "2"}),
	})
	instancetest.Refuse(t, "blocks", files, ranges(nil),
		"alignment: 3", "policy: 5", "maxSize: 0", "minBlockSize: 1", "largestBlock: 1 << 27")
	instancetest.Refuse(t, "blocks", files, ranges(map[string]string{"policy": "2", "blockSize": "16384"}), "largestBlock: 8192")
}

// ranges is the parameters of an instance over tlsf, some of them other than
// usual, and line those of one over linear.
func ranges(params map[string]string) map[string]string {
	all := line(map[string]string{"algo": "tlsf", "maxLive": "1000", "largestBlock": "1 << 30", "strategy": "1", "strategies": "1"})
	maps.Copy(all, params)
	return all
}

func line(params map[string]string) map[string]string {
	all := map[string]string{
		"algo": "linear", "alignment": "256", "policy": "4", "blockSize": "0", "minBlockSize": "0", "maxSize": "1<<64 - 1",
		"maxBlocks": "0", "deallocPeriod": "0", "margin": "0", "contents": "0",
	}
	maps.Copy(all, params)
	return all
}
