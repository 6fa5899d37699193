package proptests

import (
	"errors"
	"maps"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/profiles"
)

// unknown returns a device of which the suite knows no more than of a real one,
// and what simulates it. Another program has some of it.
func unknown(t *testing.T, name string) (*vkrt.Device, *fake.Fake) {
	t.Helper()
	profile, ok := profiles.ByName(name)
	if !ok {
		t.Fatal("no profile ", name)
	}
	f := fake.New(profile, fake.Options{})
	if _, o := f.Device().Allocate(4096, 0); !o.OK() {
		t.Fatal(o)
	}
	return f.Device(), f
}

// realEffort is what is tried on a device taken for real.
var realEffort = config{scope: 2, ops: 1000, seeded: 2000, seed: 1}

func TestCorrectOnARealDevice(t *testing.T) {
	declared := deviceDeclarations()
	maps.Copy(declared, deviceBlocks())
	for name, d := range declared {
		if d.Pinned != nil {
			continue
		}
		for _, profile := range []string{"apple_m1", "amd_rx_6600_windows"} {
			t.Run(name+"/"+profile, func(t *testing.T) {
				t.Parallel()
				device, simulated := unknown(t, profile)
				trial, err := naiveSubject(d, "").tryOn(device)
				if err != nil {
					t.Fatal(err)
				}
				if _, found := trial.conform(effort(realEffort)); found != nil {
					t.Fatal(found)
				}
				if faults := simulated.Faults(); len(faults) > 0 || device.AllocationCount() != 1 {
					t.Errorf("%d native allocations, faults %v", device.AllocationCount(), faults)
				}
			})
		}
	}
}

// TestPlantedOnARealDevice: the bugs that need no simulation to show.
func TestPlantedOnARealDevice(t *testing.T) {
	for _, c := range []struct{ bug, declaration, law string }{
		{"native memory kept", "device sliced", "closed"},
		{"native memory kept by Close", "device sliced", "closed"},
		{"block asked for twice", "device direct", "conserved-native"},
		{"freed twice", "device direct", "total"},
		{"memory of the first page", "device direct", "typed"},
		{"bytes of the page", "device period", "kept"},
		{"bytes of another page", "device exclusive", "kept"},
	} {
		t.Run(c.bug, func(t *testing.T) {
			t.Parallel()
			device, _ := unknown(t, "apple_m1")
			trial, err := naiveSubject(declaration(c.declaration), c.bug).tryOn(device)
			if err != nil {
				t.Fatal(err)
			}
			_, found := trial.conform(realEffort)
			if found == nil {
				t.Fatal("not caught")
			}
			t.Log(found)
			if !strings.HasPrefix(found.Error(), "law "+c.law) || len(found.ops) > 8 {
				t.Errorf("want law %s", c.law)
			}
		})
	}
}

// TestSpared: on a real device no request is made that might find no memory.
func TestSpared(t *testing.T) {
	device, simulated := unknown(t, "mesa_lavapipe_23_2")
	trial, err := naiveSubject(onDevice(Memory{}, arena(16, directPool("own", 4<<30))), "").tryOn(device)
	if err != nil {
		t.Fatal(err)
	}
	most := uint64(0)
	if found := seeded(trial, 1, 3000); found != nil {
		t.Fatal(found)
	}
	for _, c := range simulated.Calls() {
		most = max(most, c.Size)
	}
	if most > realAllowance || most < realAllowance/usualShare {
		t.Errorf("the largest native allocation has %d bytes", most)
	}
}

func TestRealDeviceRefused(t *testing.T) {
	huge := declaration("device sliced")
	huge.Pools = []Pool{pool("all", 512<<20, 16, none)}
	small := vkrt.Profile{Heaps: heaps(256 << 20), Types: []vkrt.Type{{Flags: vkrt.DeviceLocal}}, Limits: limits(64, spacious, 1)}
	large := small
	large.Heaps = heaps(8 << 30)
	for _, c := range []struct {
		bug, want string
		profile   vkrt.Profile
	}{
		{"", "the subject's New refuses the device", small},
		{"pages above the heap", "none of whose heaps has room for a page", small},
		{"", "is more than what is tried on the device", large},
	} {
		_, err := naiveSubject(huge, c.bug).tryOn(fake.New(c.profile, fake.Options{}).Device())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// TestOnDevice: what Run tries is decided by the device that is set.
func TestOnDevice(t *testing.T) {
	setFlags(t)
	device, simulated := unknown(t, "apple_m1")
	OnDevice(device)
	defer OnDevice(nil)
	before := len(simulated.Calls())
	Run(t, naiveSubject(declaration("device spill"), ""))
	if len(simulated.Calls()) == before {
		t.Error("the device was not called")
	}
	before = len(simulated.Calls())
	Run(t, naiveSubject(declaration("pinned"), ""))
	Run(t, naiveSubject(declaration("capped"), ""))
	if len(simulated.Calls()) != before {
		t.Error("the device was called for an arena that is not for it")
	}
	pinned, simulated := unknown(t, "nvidia_h200")
	OnDevice(pinned)
	before = len(simulated.Calls())
	Run(t, naiveSubject(declaration("pinned"), ""))
	if len(simulated.Calls()) == before {
		t.Error("the device was not called for the arena that is pinned to it")
	}
	OnDevice(device)
	err := conform(naiveSubject(declaration("device period"), "bytes of the page"), config{scope: 5, ops: 100_000, seed: 1})
	var found *counterexample
	if !errors.As(err, &found) || found.device != device.Profile().Name {
		t.Errorf("found %v", err)
	}
}
