package named

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/profiles"
)

// fresh returns an allocator on a simulated device.
func fresh(t testing.TB) (*Allocator, *fake.Fake) {
	t.Helper()
	profile, _ := profiles.ByName("nvidia_rtx_3090_linux")
	device := fake.New(profile, fake.Options{Forget: true})
	a, failure := New(device.Device())
	if failure.Failed() {
		t.Fatal(failure)
	}
	return a, device
}

// report returns the report of what is live.
func report(t testing.TB, a *Allocator) string {
	t.Helper()
	text, failure := a.AppendLeaks(nil)
	if failure.Failed() {
		t.Fatal(failure)
	}
	return string(text)
}

// TestReportReads: what a person sees, to the letter.
func TestReportReads(t *testing.T) {
	a, _ := fresh(t)
	if got := report(t, a); got != "named: regions still live: 0, of 0 bytes\n" {
		t.Errorf("nothing is live:\n%s", got)
	}
	mesh, _ := a.Meshes.Alloc(3<<20, 1)
	small, _ := a.Meshes.Alloc(100, 1)
	gone, _ := a.Meshes.Alloc(5<<20, 1)
	frame, _ := a.Staging.Alloc(1000, 1)
	a.Meshes.SetName(gone, "gone")
	a.Meshes.Free(gone)
	a.Meshes.SetName(mesh, "the \"teapot\"\n")
	site, _ := a.Staging.CallSite(frame)
	from := func(line int) string {
		return fmt.Sprintf(", from %s at %s:%d\n", site.Function, site.File, line)
	}
	want := "named: regions still live: 3, of 3.00 MiB (3146828 bytes)\n" +
		fmt.Sprintf("  3 MiB (3145728 bytes) in meshes/large, block 0, offset 0, memory type 1, handle %#x, named \"the \\\"teapot\\\"\\n\"", mesh.meshes) + from(site.Line-3) +
		fmt.Sprintf("  1000 bytes in staging/frames, block 0, offset 0, memory type 3, handle %#x", frame.staging) + from(site.Line) +
		fmt.Sprintf("  100 bytes in meshes/small, block 1, offset 0, memory type 1, handle %#x", small.meshes) + from(site.Line-2)
	if got := report(t, a); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	text, _ := a.AppendLeaks([]byte("before: "))
	if string(text) != "before: "+want {
		t.Errorf("text before the report: %.20q", text)
	}
	if failure := a.Close(); failure.Code() != LiveAllocations || failure.String() != "regions still live: 3; WriteLeaks lists the largest" {
		t.Error(failure)
	}
}

// A placed region is where it must stand in a report: by size, arena and slot.
type placed struct {
	size uint64
	slot uint64 // the arena in the high bits
	line string
}

// placed returns a live region as a report must speak of it.
func (a *MeshesArena) placed(h MeshesHandle, pool string) placed {
	size, _ := a.Size(h)
	block, _ := a.Block(h)
	offset, _ := a.Offset(h)
	index, _ := a.MemoryType(h)
	name, _ := a.Name(h)
	return placed{size, h.meshes & (1<<24 - 1), fmt.Sprintf("in meshes/%s, block %d, offset %d, memory type %d, handle %#x, named %q, from ",
		pool, block, offset, index, h.meshes, name)}
}

// placed returns a live region as a report must speak of it.
func (a *StagingArena) placed(h StagingHandle) placed {
	size, _ := a.Size(h)
	block, _ := a.Block(h)
	offset, _ := a.Offset(h)
	index, _ := a.MemoryType(h)
	return placed{size, 1<<32 | h.staging&(1<<24-1), fmt.Sprintf("in staging/frames, block %d, offset %d, memory type %d, handle %#x, from ",
		block, offset, index, h.staging)}
}

// TestTenLargest: of a thousand random regions, some freed and their slots
// reused, the report has the ten largest, equal ones by arena and slot, and
// counts the others.
func TestTenLargest(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 1))
		a, _ := fresh(t)
		kinds := uint64(3) + seed*200 // of sizes: from many ties to few
		meshes, frames := map[MeshesHandle]string{}, map[StagingHandle]bool{}
		for range 1000 {
			size := (1 + r.Uint64N(kinds)) * 100
			if r.IntN(2) == 0 {
				h, _ := a.Staging.Alloc(size, 1)
				frames[h] = true
				continue
			}
			h, _ := a.Meshes.Alloc(size, 1)
			pool := "small"
			if size > 64<<10 {
				pool = "large"
			}
			meshes[h] = pool
			a.Meshes.SetName(h, fmt.Sprint("mesh ", len(meshes)))
			if r.IntN(3) == 0 {
				a.Meshes.Free(h)
				delete(meshes, h)
			}
		}
		var live []placed
		total := uint64(0)
		for h, pool := range meshes {
			live = append(live, a.Meshes.placed(h, pool))
		}
		for h := range frames {
			live = append(live, a.Staging.placed(h))
		}
		for _, p := range live {
			total += p.size
		}
		slices.SortFunc(live, func(x, y placed) int {
			if x.size != y.size {
				return int(y.size) - int(x.size)
			}
			return int(x.slot) - int(y.slot)
		})
		lines := strings.Split(report(t, a), "\n")
		head := string(sizeAppend(fmt.Appendf(nil, "named: regions still live: %d, of ", len(live)), total))
		if len(lines) != 13 || lines[0] != head || lines[11] != fmt.Sprintf("  and %d more", len(live)-10) {
			t.Fatalf("seed %d: %q", seed, lines)
		}
		for i, p := range live[:10] {
			if want := string(sizeAppend([]byte("  "), p.size)) + " " + p.line; !strings.HasPrefix(lines[1+i], want) {
				t.Errorf("seed %d: line %d is %q\nwant %q", seed, i, lines[1+i], want)
			}
		}
	}
}

// TestReportWhileOthersWork: reports, names and regions by several goroutines
// at once. Every figure of a report agrees with its lines, and no freed
// region's name is in it.
func TestReportWhileOthersWork(t *testing.T) {
	a, _ := fresh(t)
	var workers sync.WaitGroup
	for range 3 {
		workers.Go(func() {
			for range 1000 {
				h, failure := a.Meshes.Alloc(1000, 1)
				if failure.Failed() {
					t.Error(failure)
				}
				a.Meshes.SetName(h, "at work")
				a.Meshes.SetName(h, "")
				a.Meshes.Free(h)
				frame, _ := a.Staging.Alloc(1000, 1)
				a.Staging.CallSite(frame)
				a.Staging.Free(frame)
			}
		})
	}
	for range 200 {
		text := report(t, a)
		var count, bytes int
		fmt.Sscanf(text, "named: regions still live: %d", &count)
		if bytes = strings.Count(text, "\n  1000 bytes in "); bytes != min(count, 10) {
			t.Errorf("%d regions live, %d lines:\n%s", count, bytes, text)
		}
	}
	workers.Wait()
	if failure := a.Close(); failure.Failed() {
		t.Error(failure)
	}
}
