//go:build cgo

package generated

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/internal/planted"
	"github.com/allocgen/allocgen/runtime/vk"
	"github.com/allocgen/allocgen/spec"
)

// onVulkan makes the conformance tests of a package run on the best Vulkan device
// there is, under the validation layer, and fail if the layer says anything.
const onVulkan = `package %s

import (
	"fmt"
	"os"
	"testing"

	"github.com/allocgen/allocgen/proptests"
	"github.com/allocgen/allocgen/runtime/vk"
)

func TestMain(m *testing.M) {
	context, err := vk.Open(vk.Options{Validation: true})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	proptests.OnDevice(context.Runtime)
	status := m.Run()
	context.Close()
	for _, text := range context.Messages() {
		fmt.Println("validation:", text)
		status = 1
	}
	os.Exit(status)
}
`

// needsVulkan skips a test where there is no Vulkan device, or no validation
// layer; with CI=true it fails.
func needsVulkan(t *testing.T) {
	t.Helper()
	context, err := vk.Open(vk.Options{Validation: true})
	if missing, ok := errors.AsType[*vk.MissingError](err); ok && os.Getenv("CI") != "true" {
		t.Skip(missing)
	}
	if err != nil {
		t.Fatal(err)
	}
	context.Close()
}

// TestConformanceOnVulkan runs the conformance test of every arena that is for
// any device on a real one, also where the spec wants no tests.
func TestConformanceOnVulkan(t *testing.T) {
	needsVulkan(t)
	tried := 0
	for _, directory := range packages(t) {
		plan := planOf(t, directory)
		if plan.Target != spec.Vulkan || plan.Device != nil {
			continue
		}
		tried++
		t.Run(directory, func(t *testing.T) {
			plan.Tests = true
			out, err := conformOnVulkan(t, directory, "Conformance$", emit(t, directory, plan))
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, arena := range plan.Arenas {
				if !strings.Contains(out, plan.Package+"."+arena.Name+": ") || !strings.Contains(out, "keep every law on the device") {
					t.Errorf("the arena %s was not tried on the device:\n%s", arena.Name, out)
				}
			}
		})
	}
	if tried == 0 {
		t.Error("no package is for any device")
	}
}

// plantedOnVulkan are bugs like plantedInPools that show on any device, and what the
// test then says.
var plantedOnVulkan = []struct{ name, arena, file, from, to, says string }{
	{"bytes of the block's first region", "tensorcache/staging", "staging_mapping.go",
		"a.maps.Bytes(a.blockOf(slot))[offset : offset+slot.Size : offset+slot.Size]", "a.maps.Bytes(a.blockOf(slot))[offset-offset : slot.Size : slot.Size]", "law kept"},
	{"blocks mapped in turn", "tensorcache/staging", "staging_mapping.go",
		"a.maps.Enter(block, bytes)", "a.maps.Enter(block^1, bytes)", "law "},
	{"native memory kept", "gpukinds/blocks", "blocks_device.go",
		"a.device.Free(vkrt.Memory(memory), bytes, a.types.At(int(rank)))", "_, _, _ = memory, bytes, rank", "law closed"},
	{"upper ignored", "gpublocks/stacks", "stacks_pool_linear_place.go",
		"how&stacksPoolLinearUpper != 0, state)", "false, state)", "law append"},
	{"block kept by Close", "gpublocks/ring", "allocator.go",
		"a.giveUp()\n\ta.Ring.closed = true", "a.Ring.closed = true", "law closed"},
	{"guard over the region's end", "gpublocks/fixed", "fixed_allocation.go",
		"pool.Offset(region)+r.needs.Size, fixedPoolGuardBytes", "pool.Offset(region)+r.needs.Size-1, fixedPoolGuardBytes", "law errors"},
	{"memory not unmapped", "tensorcache/staging", "staging_mapping.go",
		"a.device.Unmap(a.memoryOf(block))", "_ = block", "VUID-vkMapMemory-memory-"},
}

func TestPlantedBugsOnVulkan(t *testing.T) {
	needsVulkan(t)
	for _, bug := range plantedOnVulkan {
		t.Run(bug.name, func(t *testing.T) {
			directory, arena, _ := strings.Cut(bug.arena, "/")
			out, err := conformOnVulkan(t, directory, "^Test"+spec.Camel(arena)+"Conformance$", mutant(t, bug.arena, bug.file, bug.from, bug.to))
			if err == nil || !strings.Contains(out, bug.says) {
				t.Errorf("the test does not fail and say %q: %v\n%s", bug.says, err, out)
			}
		})
	}
}

// conformOnVulkan runs the conformance tests of a package that match, with some of
// its files replaced, and returns what they print.
func conformOnVulkan(t *testing.T, directory, match string, instead map[string]string) (string, error) {
	t.Helper()
	main := filepath.Join(t.TempDir(), "main_test.go")
	if err := os.WriteFile(main, fmt.Appendf(nil, onVulkan, directory), 0o666); err != nil {
		t.Fatal(err)
	}
	instead[absolute(t, directory, "main_test.go")] = main
	out, err := exec.Command("go", "test", "-short=false", "-overlay="+planted.Overlay(t, instead), "-vet=off", "-ldflags=-w", "-count=1", "-v", "-timeout=300s",
		"-run="+match, "./"+directory).CombinedOutput()
	return string(out), err
}
