//go:build cgo

package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/benchmarks"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/profiles"
)

// programVariable makes the test binary the program.
const programVariable = "ALLOCGEN_BENCHMARK_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// few returns the beginning of the trace that is replayed.
func few(t *testing.T) *benchmarks.Trace {
	t.Helper()
	made, err := load("")
	if err != nil {
		t.Fatal(err)
	}
	made.Ops = made.Ops[:2000]
	return made
}

func simulated(t *testing.T) *fake.Fake {
	t.Helper()
	p, ok := profiles.ByName("nvidia_h200")
	if !ok {
		t.Fatal("no such profile")
	}
	return fake.New(p, fake.Options{})
}

// TestReport: the twin calls nothing, the allocator makes one block, a native
// allocation is a call; and nothing is left.
func TestReport(t *testing.T) {
	f := simulated(t)
	var out bytes.Buffer
	if err := report(&out, f.Device(), few(t), 1, 100); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`NVIDIA H200.*: Vulkan 1`,
		`\| host twin \| \d+\.\d \| 1\.00 \| +\| +\| 0 \| 0 \| 0 \|`,
		`\| vulkan \| \d+\.\d \| \d+\.\d\d \| 1\.50 \| (met|missed) \| 500 \| 0 \| 0 \|`,
		`\| vkAllocateMemory, vkFreeMemory \| \d+\.\d \| \d+\.\d\d \| +\| +\| 1000000 \| 1000000 \| \d+ \|`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no %s in\n%s", want, &out)
		}
	}
	if n, faults := len(f.Live()), f.Faults(); n != 0 || len(faults) != 0 {
		t.Errorf("%d native allocations are left, %v", n, faults)
	}
}

// TestRefusals: figures of a device that refuses are none.
func TestRefusals(t *testing.T) {
	f := simulated(t)
	f.FailAll(fake.Allocate, vkrt.ErrorOutOfDeviceMemory)
	var out bytes.Buffer
	if err := report(&out, f.Device(), few(t), 1, 100); err == nil || out.Len() != 0 {
		t.Errorf("%v, and it printed %q", err, &out)
	}
}

// TestWindow: no more regions are live than may be, those alone are timed that
// come behind, and each is freed that was made.
func TestWindow(t *testing.T) {
	made, err := load("")
	if err != nil {
		t.Fatal(err)
	}
	w := window(made, 300, 500)
	if w.Setup != 300 || len(w.Ops) != 800 {
		t.Fatalf("%d operations, %d of them to set up", len(w.Ops), w.Setup)
	}
	live := map[uint32]bool{}
	for i, o := range w.Ops {
		slot, frees := o.Slot&^benchmarks.Freeing, o.Slot&benchmarks.Freeing != 0
		if live[slot] != frees {
			t.Fatalf("operation %d is %+v", i, o)
		}
		live[slot] = !frees
		if frees {
			delete(live, slot)
		}
		if len(live) > 300 {
			t.Fatalf("%d regions are live", len(live))
		}
	}
}

func TestLoad(t *testing.T) {
	if _, err := load("../../runtime/trace/testdata"); err == nil || !strings.Contains(err.Error(), replayed) {
		t.Errorf("recordings without that one: %v", err)
	}
}

func TestWithoutVulkan(t *testing.T) {
	program := exec.CommandContext(t.Context(), os.Args[0])
	program.Env = append(os.Environ(), programVariable+"=1", "VK_DRIVER_FILES=/none.json", "VK_ICD_FILENAMES=/none.json")
	said, err := program.CombinedOutput()
	if program.ProcessState.ExitCode() != 2 || !strings.Contains(string(said), "device: vk: no Vulkan ") {
		t.Errorf("without a driver: %v, and it said %q", err, said)
	}
}
