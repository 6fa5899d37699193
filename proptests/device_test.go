package proptests

import (
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/profiles"
)

// onDevice moves an arena to a device.
func onDevice(m Memory, d Declaration) Declaration {
	d.Memory = &m
	return d
}

// deviceDeclarations covers every kind, alone and together, in memory of
// several types and of one.
func deviceDeclarations() map[string]Declaration {
	local := Memory{Require: vkrt.DeviceLocal, Prefer: vkrt.HostVisible, Avoid: vkrt.HostCached}
	strict := local
	strict.Strict = true
	upload := Memory{Require: vkrt.HostVisible, Prefer: vkrt.HostCached, Avoid: vkrt.DeviceLocal}
	persistent := upload
	persistent.Persistent = true
	h200, _ := profiles.ByName("nvidia_h200")
	period := pool("soon", 512, 512, none)
	period.DeallocPeriod = 3
	pinned := onDevice(upload, arena(64, pool("slices", 4096, 1024, none), directPool("own", 64<<10)))
	pinned.Pinned = &h200
	crowd := onDevice(Memory{}, arena(16, pool("slices", 256, 128, 512), exclusivePool("whole", 512, "average", 3), directPool("own", 2048)))
	crowd.Concurrent = true
	return map[string]Declaration{
		"device sliced":    onDevice(local, arena(16, pool("all", 1024, 256, none))),
		"device capped":    onDevice(Memory{}, arena(16, pool("all", 512, 512, 1600))),
		"device uneven":    onDevice(upload, arena(16, pool("all", 528, 512, 2200))),
		"device period":    onDevice(upload, arena(16, period)),
		"device exclusive": onDevice(upload, arena(16, exclusivePool("whole", 1024, "exact", 0))),
		"device average":   onDevice(local, arena(1, exclusivePool("whole", 1000, "average", 4))),
		"device direct":    onDevice(local, arena(16, directPool("own", none))),
		"device watermark": onDevice(upload, arena(16, directPool("own", 4096))),
		"device spill":     onDevice(Memory{}, arena(16, pool("slices", 512, 512, 1024), exclusivePool("whole", 2048, "exact", 0))),
		"device all":       onDevice(local, arena(32, pool("slices", 512, 64, 1024), exclusivePool("whole", 1024, "average", 5), directPool("own", 8192))),
		"persistent":       onDevice(persistent, arena(16, pool("slices", 512, 256, 1024), exclusivePool("whole", 1024, "exact", 0))),
		"device tiny":      onDevice(upload, arena(16, exclusivePool("whole", 16, "average", 0))),
		"device empty":     onDevice(Memory{}, arena(4096, pool("none", 1<<20, 4096, 4095))),
		"strict spill":     onDevice(strict, arena(16, pool("slices", 512, 512, 1024), exclusivePool("whole", 2048, "exact", 0))),
		"strict sliced":    onDevice(strict, arena(16, pool("all", 1024, 256, 4096))),
		"strict all":       onDevice(strict, arena(32, pool("slices", 512, 64, 1024), exclusivePool("whole", 1024, "average", 0), directPool("own", none))),
		"strict exclusive": onDevice(strict, arena(16, exclusivePool("whole", 1024, "average", 2))),
		"strict direct":    onDevice(strict, arena(16, directPool("own", 4096))),
		"pinned":           pinned,
		"crowd":            crowd,
	}
}

// declaration finds a declaration for the host or a device.
func declaration(name string) Declaration {
	if name == "deferring" { // in which the naive allocator can do no more than TestEachLaw asks for
		d := onDevice(Memory{}, arena(16, pool("all", 1024, 256, none)))
		d.Pools[0].Defers = true
		return d
	}
	if d, ok := deviceDeclarations()[name]; ok {
		return d
	}
	return declarations()[name]
}

func TestCorrectOnDevices(t *testing.T) {
	for name, d := range deviceDeclarations() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := conform(naiveSubject(d, ""), effort(config{scope: 3, ops: 10_000, seeded: 30_000, seed: 1})); err != nil {
				t.Error(err)
			}
		})
	}
}

// plantedOnDevices are bugs that show only on a device.
var plantedOnDevices = []plantedBug{
	{"lost device asked again", "device sliced", 2, "errors"},
	{"host memory never returns", "device exclusive", 2, "errors"},
	{"limit taken for want of memory", "device direct", 2, "errors"},
	{"limit told as a call", "device direct", 10, "errors"},
	{"types by index", "device sliced", 1, "native"},
	{"strict ignored", "strict sliced", 2, "errors"},
	{"cap of each type", "device capped", 4, "errors"},
	{"cap ends the search", "device capped", 5, "errors"},
	{"watermark of one type", "device watermark", 8, "exact-fit"},
	{"average of all types", "device average", 3, "best-fit"},
	{"old pages of any type first", "device exclusive", 4, "best-fit"},

	{"atom ignored", "device exclusive", 1, "inside"},
	{"page not rounded to the atom", "device uneven", 1, "first-fit"},
	{"page above the ceiling", "device average", 1, "errors"},
	{"ceiling not rounded", "device exclusive", 1, "errors"},
	{"limit without ceiling", "device direct", 1, "errors"},
	{"incompatible after too large", "device exclusive", 1, "errors"},

	{"no retry", "strict direct", 5, "errors"},
	{"two retries", "strict direct", 9, "errors"},
	{"retry for nothing", "strict sliced", 2, "errors"},
	{"only the last pool returned", "strict all", 4, "native"},
	{"capacity error lost", "strict spill", 5, "errors"},
	{"native failure lost", "strict spill", 5, "errors"},
	{"number of the candidate reported", "device sliced", 2, "errors"},

	{"native memory kept", "device sliced", 1, "closed"},
	{"native memory kept by Close", "device sliced", 1, "closed"},
	{"block asked for twice", "device direct", 3, "native"},
	{"freed twice", "device direct", 1, "total"},
	{"newest idle page returned first", "device exclusive", 2, "leakfree"},
	{"types returned in one order", "device exclusive", 4, "native"},
	{"number of the candidate told", "device sliced", 1, "typed"},
	{"memory of the first page", "device direct", 2, "typed"},
}

func TestPlantedOnDevices(t *testing.T) {
	mustCatch(t, plantedOnDevices, declaration, config{scope: 3, ops: 50_000, seeded: 50_000, seed: 1})
}

// TestSweepCatches what only a failing native allocation shows.
func TestSweepCatches(t *testing.T) {
	for _, bug := range []string{"lost device asked again", "host memory never returns", "no retry", "number of the candidate reported"} {
		in := "device all"
		if bug == "no retry" {
			in = "strict all"
		}
		trials, err := naiveSubject(declaration(in), bug).trials()
		if err != nil {
			t.Fatal(err)
		}
		found := sweep(trials[1], 1, 40_000) // heaps are large there
		if found == nil || len(found.ops) > 12 {
			t.Errorf("%s: %v", bug, found)
		}
	}
}

// TestCrowdCatches what goroutines leave behind.
func TestCrowdCatches(t *testing.T) {
	for _, bug := range []string{"native memory kept", "freed twice"} {
		trials, err := naiveSubject(declaration("crowd"), bug).trials()
		if err != nil {
			t.Fatal(err)
		}
		if err := crowd(trials[0]); err == nil {
			t.Errorf("%s: not caught", bug)
		}
	}
}

// TestSubjectRefused holds what a subject must have besides its declaration.
func TestSubjectRefused(t *testing.T) {
	host, device := naiveSubject(declaration("open"), ""), naiveSubject(declaration("device sliced"), "")
	huge := declaration("device sliced")
	huge.Pools = []Pool{pool("all", 1<<40, 16, none)}
	h200, _ := profiles.ByName("nvidia_h200")
	huge.Pinned = &h200
	for _, c := range []struct {
		subject Subject
		want    string
	}{
		{Subject{Declaration: host.Declaration, NewOn: device.NewOn}, "no New for the host"},
		{Subject{Declaration: device.Declaration, New: host.New}, "or no NewOn for a device"},
		{naiveSubject(huge, ""), "the subject's New refuses every device"},
		{naiveSubject(huge, "pages above the heap"), "none of whose heaps has room for a page"},
	} {
		if err := conform(c.subject, config{scope: 3}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}
