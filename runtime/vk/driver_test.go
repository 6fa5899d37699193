//go:build cgo

package vk

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
	vulkan "github.com/vulkan-go/vulkan"
)

// testLibrary compiles testdata/driver.c and opens it, once.
var testLibrary = sync.OnceValues(func() (physical, error) {
	dir, err := os.MkdirTemp("", "driver")
	if err != nil {
		return physical{}, err
	}
	defer os.RemoveAll(dir) // what is open stays
	library := filepath.Join(dir, "driver.so")
	if out, err := exec.Command("gcc", "-shared", "-fPIC", "-o", library, "testdata/driver.c").CombinedOutput(); err != nil {
		return physical{}, fmt.Errorf("gcc: %w\n%s", err, out)
	}
	function, cause := openLibrary(library)
	if function == nil {
		return physical{}, errors.New(cause)
	}
	return physical{get: function}, nil
})

// testDriver returns a physical device of the test driver, of a version, with
// what is enabled. Where the test has no compiler or runs away from its source,
// it is skipped; with CI=true it fails.
func testDriver(t testing.TB, version uint32, enabled Enabled) physical {
	t.Helper()
	p, err := testLibrary()
	if errors.Is(err, exec.ErrNotFound) {
		strict(t, err)
		t.Skip("the test driver needs gcc: ", err)
	}
	if _, lost := os.Stat("testdata/driver.c"); lost != nil {
		strict(t, lost)
		t.Skip("the test driver needs its source: ", lost)
	}
	if err != nil {
		t.Fatal(err)
	}
	p.version, p.enabled = version, enabled
	return p
}

func testDevice(t testing.TB, version uint32, enabled Enabled) *native {
	t.Helper()
	d, err := testDriver(t, version, enabled).adopt(nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// everything is what a program of the day enables.
var everything = Enabled{APIVersion: version13, MemoryPriority: true, BufferDeviceAddress: true}

// TestWhatTheDriverIsAskedToAllocate: its answer is size | type<<8 | buffer<<16 |
// image<<24 | 100·priority<<32 | flags<<40.
func TestWhatTheDriverIsAskedToAllocate(t *testing.T) {
	bare := Enabled{APIVersion: vulkan.MakeVersion(1, 0, 0)}
	for _, c := range []struct {
		enabled Enabled
		info    vkrt.AllocateInfo
		want    vkrt.Memory
		result  vkrt.Result
	}{
		{everything, vkrt.AllocateInfo{Size: 7, Type: 2}, 0x207, vkrt.Success},
		{everything, vkrt.AllocateInfo{Size: 7, Dedicated: vkrt.Dedicated{Buffer: 5}}, 0x50007, vkrt.Success},
		{everything, vkrt.AllocateInfo{Size: 7, Dedicated: vkrt.Dedicated{Image: 6}}, 0x6000007, vkrt.Success},
		{everything, vkrt.AllocateInfo{Size: 7, Priority: 0.75}, 75<<32 | 7, vkrt.Success},
		{everything, vkrt.AllocateInfo{Size: 7, DeviceAddress: true}, 2<<40 | 7, vkrt.Success},
		{everything, vkrt.AllocateInfo{Size: 7, Type: 1, Dedicated: vkrt.Dedicated{Buffer: 5}, Priority: 0.5, DeviceAddress: true}, 2<<40 | 50<<32 | 0x50107, vkrt.Success},
		{everything, vkrt.AllocateInfo{Size: 13}, 0, vkrt.ErrorOutOfDeviceMemory},
		{bare, vkrt.AllocateInfo{Size: 7, Type: 1, Dedicated: vkrt.Dedicated{Buffer: 5}, Priority: 0.5}, 0x107, vkrt.Success},
	} {
		d := testDevice(t, version13, c.enabled)
		if m, r := d.allocate(c.info); m != c.want || r != c.result {
			t.Errorf("%+v: memory %#x, %v, want %#x", c.info, m, r, c.want)
		}
	}
}

func TestWhatTheDriverIsAskedOfMemory(t *testing.T) {
	d := testDevice(t, version13, everything)
	if b, r := d.mapMemory(1, 200); len(b) != 200 || r != vkrt.Success {
		t.Errorf("%d bytes, %v", len(b), r)
	}
	if b, r := d.mapMemory(13, 200); b != nil || r != vkrt.ErrorOutOfDeviceMemory {
		t.Errorf("%d bytes, %v", len(b), r)
	}
	if flushed, invalidated := d.flush(1, 2, 3), d.invalidate(4, 5, 6); flushed != 0x10203 || invalidated != -0x40506 {
		t.Errorf("flushed %#x, invalidated %#x", flushed, invalidated)
	}
	if budget, usage := d.budget(3); budget != 103 || usage != 203 {
		t.Errorf("budget %d, usage %d", budget, usage)
	}
}

// TestWhatTheDriverIsAskedToCreate: a buffer is size | usage<<8 | flags<<16 |
// sharing<<24, an image a hexadecimal digit for each number. Sharing is 1, the
// mode, and five bits for each family.
func TestWhatTheDriverIsAskedToCreate(t *testing.T) {
	d := testDevice(t, version13, everything)
	for info, want := range map[vkrt.BufferInfo]vkrt.Buffer{
		{Size: 7, Usage: 5, Flags: 3}:              0x30507,
		{Size: 7, Usage: 5, Families: 1 << 4}:      0x507,
		{Size: 7, Usage: 5, Families: 1<<31 | 1}:   (1<<10|31)<<24 | 0x507,
		{Size: 7, Usage: 5, Families: 1<<2 | 1<<1}: (1<<10|1<<5|2)<<24 | 0x507,
		{Size: 13, Usage: 5}:                       0,
	} {
		b, r := d.createBuffer(info)
		if b != want || (r == vkrt.ErrorOutOfDeviceMemory) != (want == 0) {
			t.Errorf("%+v: buffer %#x, %v, want %#x", info, b, r, want)
		}
	}
	for info, want := range map[vkrt.ImageInfo]vkrt.Image{
		{Type: 1, Format: 2, Width: 3, Height: 4, Depth: 5, Mips: 6, Layers: 7, Samples: 8, Tiling: 9, Usage: 10, Flags: 11, Layout: 12}: 0x123456789ab0c,
		{Type: 1, Format: 2, Width: 3, Usage: 4}: 0x1231111104000,
		{Width: 1, Usage: 1, Families: 3}:        0x11111105010, // 0x401 at the last digit but one
		{Type: 1, Format: 2, Width: 13}:          0,
	} {
		i, r := d.createImage(info)
		if i != want || (r == vkrt.ErrorOutOfDeviceMemory) != (want == 0) {
			t.Errorf("%+v: image %#x, %v, want %#x", info, i, r, want)
		}
	}
	if b, i := d.bindBuffer(1, 2, 3), d.bindImage(4, 5, 6); b != 0x10203 || i != -0x40506 {
		t.Errorf("bound %#x, %#x", b, i)
	}
}

// TestRequirementsOfEachVersion: the functions of the extension where it is
// enabled, dedication where both extensions are.
func TestRequirementsOfEachVersion(t *testing.T) {
	const two, dedication = "VK_KHR_get_memory_requirements2", "VK_KHR_dedicated_allocation"
	version10 := vulkan.MakeVersion(1, 0, 0)
	plain := vkrt.Requirements{Size: 160, Alignment: 8, TypeBits: 3}
	newer := vkrt.Requirements{Size: 320, Alignment: 16, TypeBits: 7}
	buffer, image := newer, newer
	buffer.PrefersDedicated, image.RequiresDedicated = true, true
	for name, c := range map[string]struct {
		version       uint32
		enabled       Enabled
		buffer, image vkrt.Requirements
	}{
		"1.0":                      {version10, Enabled{}, plain, plain},
		"1.0 program, 1.3 device":  {version13, Enabled{}, plain, plain},
		"1.3 program, 1.0 device":  {version10, Enabled{APIVersion: version13}, plain, plain},
		"1.1":                      {version11, Enabled{APIVersion: version11}, buffer, image},
		"1.0 and one extension":    {version10, Enabled{Extensions: []string{two}}, newer, newer},
		"1.0 and the other":        {version10, Enabled{Extensions: []string{dedication}}, plain, plain},
		"1.0 and both extensions":  {version10, Enabled{Extensions: []string{two, dedication}}, buffer, image},
		"1.1 and both extensions ": {version11, Enabled{APIVersion: version11, Extensions: []string{two, dedication}}, buffer, image},
	} {
		d := testDevice(t, c.version, c.enabled)
		if b, i := d.bufferRequirements(10), d.imageRequirements(10); b != c.buffer || i != c.image {
			t.Errorf("%s: %+v, %+v", name, b, i)
		}
	}
}

func TestAddressesOfEachVersion(t *testing.T) {
	extension := Enabled{APIVersion: version11, Extensions: []string{"VK_KHR_buffer_device_address"}, BufferDeviceAddress: true}
	off := everything
	off.BufferDeviceAddress = false
	for _, c := range []struct {
		enabled Enabled
		want    uint64
	}{{everything, 3 << 32}, {extension, 3<<32 + 1}, {off, 0}} {
		f := testDevice(t, version13, c.enabled).functions(true)
		got := uint64(0)
		if f.BufferAddress != nil {
			got = f.BufferAddress(3)
		}
		if got != c.want || f.MemoryBudget == nil {
			t.Errorf("%+v: %#x, want %#x", c.enabled, got, c.want)
		}
	}
	if testDevice(t, version13, everything).functions(false).MemoryBudget != nil {
		t.Error("a device without the extension has a budget")
	}
}

func TestMissingFunctionsAreNamed(t *testing.T) {
	for _, name := range []string{
		"vkGetDeviceProcAddr", "vkAllocateMemory", "vkInvalidateMappedMemoryRanges", "vkBindImageMemory",
		"vkGetBufferMemoryRequirements2", "vkGetImageMemoryRequirements2", "vkGetBufferDeviceAddress", "vkGetPhysicalDeviceMemoryProperties2",
	} {
		t.Setenv("MISSING", name)
		_, err := testDriver(t, version13, everything).adopt(nil)
		missing, ok := errors.AsType[*MissingError](err)
		if !ok || missing.What != Function || missing.Name != name || !strings.Contains(err.Error(), name+": make the instance") {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

// TestTablesOfTheDriver, as a program of each kind reads them.
func TestTablesOfTheDriver(t *testing.T) {
	const two = "VK_KHR_get_physical_device_properties2"
	version10 := vulkan.MakeVersion(1, 0, 0)
	guaranteed := vkrt.GuaranteedLimits()
	for name, c := range map[string]struct {
		version uint32
		enabled Enabled
		asked   bool
	}{
		"1.3":               {version13, Enabled{APIVersion: version13}, true},
		"1.1":               {version11, Enabled{APIVersion: version11}, true},
		"1.0":               {version10, Enabled{}, false},
		"1.0 and extension": {version10, Enabled{Extensions: []string{two}}, true},
	} {
		p := testDriver(t, c.version, c.enabled).profile(vulkan.PhysicalDeviceProperties{VendorID: nvidia, DriverVersion: 580 << 22})
		size, buffer, driver := uint64(3<<40), uint64(4<<40), "test driver 1.2"
		if !c.asked {
			size, buffer, driver = guaranteed.MaxMemoryAllocationSize, guaranteed.MaxBufferSize, "580.0.0.0"
		}
		if p.Limits.MaxMemoryAllocationSize != size || p.Limits.MaxBufferSize != buffer || p.Driver != driver || p.MemoryBudget != c.asked {
			t.Errorf("%s: %s", name, p.Append(nil))
		}
		if len(p.Heaps) != 2 || p.Heaps[1] != (vkrt.Heap{Size: 9000, Flags: vkrt.HeapDeviceLocal}) || p.Vendor != "NVIDIA" ||
			len(p.Types) != 2 || p.Types[0] != (vkrt.Type{Flags: vkrt.DeviceLocal, Heap: 1}) || p.Types[1] != (vkrt.Type{Flags: vkrt.HostVisible | vkrt.HostCoherent}) {
			t.Errorf("%s: %s", name, p.Append(nil))
		}
	}
}
