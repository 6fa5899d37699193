package generated

import (
	"os"
	"os/exec"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// ownStrategies has the strategy that allocgen init writes in pools of a device.
const ownStrategies = `
version: 1
package: strategies
target: vulkan
dry_run: true
arenas:
  separate: {memory: {prefer: [device_local]}, pools: [{name: own, kind: ../../cmd/allocgen/starter/strategy, policy: separate, max_size: 1MiB}]}
  pooled: {memory: {prefer: [device_local]}, pools: [{name: own, kind: ../../cmd/allocgen/starter/strategy, policy: {pooled: {block_size: 64KiB}}, max_blocks: 2}]}
  adaptive: {memory: {prefer: [device_local]}, pools: [{name: own, kind: ../../cmd/allocgen/starter/strategy, policy: {adaptive: {block_size: 1MiB, min_block_size: 64KiB}}}]}
  automatic: {memory: {prefer: [device_local]}, pools: [{name: own, kind: ../../cmd/allocgen/starter/strategy, policy: automatic}]}
`

// TestStrategiesOnDevices: under every policy, in dry runs too, such a pool keeps the
// laws.
func TestStrategiesOnDevices(t *testing.T) {
	list := func(directory string) (names []string, err error) {
		entries, err := os.ReadDir(directory)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names, err
	}
	plan, diagnostics := spec.CompileWith("strategies/strategies.yaml", []byte(ownStrategies), spec.Files{Read: os.ReadFile, List: list})
	if diagnostics.Failed() {
		t.Fatal(diagnostics)
	}
	binary := build(t, plan.Package, emit(t, plan.Package, plan))
	if out, err := exec.Command(binary, "-test.short", "-test.run=Conformance").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
