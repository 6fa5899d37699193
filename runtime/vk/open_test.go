//go:build cgo

package vk

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
	vulkan "github.com/vulkan-go/vulkan"
)

// open opens a device under the validation layer and, when the test ends,
// closes it and checks that the layer said nothing. Where Vulkan is missing the
// test is skipped, where the layer is missing it runs unchecked; with CI=true
// both are failures.
func open(t testing.TB, o Options) *Context {
	t.Helper()
	o.Validation = true
	c, err := Open(o)
	if missing, ok := errors.AsType[*MissingError](err); ok && missing.What == Layer {
		strict(t, err)
		t.Logf("nothing checks the calls: %v", err)
		o.Validation = false
		c, err = Open(o)
	}
	if missing, ok := errors.AsType[*MissingError](err); ok && (missing.What == Loader || missing.What == Driver) {
		strict(t, err)
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		for _, text := range c.Messages() {
			t.Errorf("validation: %s", text)
		}
	})
	return c
}

// strict fails the test where nothing may be missing.
func strict(t testing.TB, err error) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(err)
	}
}

// TestTheLayerListens: a mistake is a message, before and after Close, or tests
// that want no messages would prove nothing.
func TestTheLayerListens(t *testing.T) {
	open(t, Options{}) // skips
	c, err := Open(Options{Validation: true})
	if err != nil {
		t.Skip(err) // open has seen to it that this is no failure
	}
	defer c.Close()
	if got := c.Messages(); len(got) != 0 {
		t.Fatalf("at first: %q", got)
	}
	d := c.Runtime
	m, o := d.Allocate(4096, vkrt.Choose(d.Types(), ^uint32(0), vkrt.HostVisible, 0, 0).At(0))
	if !o.OK() {
		t.Fatal(o)
	}
	d.Flush(m, 0, 4096)
	first := c.Messages()
	if len(first) == 0 || !strings.Contains(first[0], "VUID-VkMappedMemoryRange-memory-") {
		t.Errorf("after a flush of what is not mapped: %q", first)
	}
	c.Close()
	if last := c.Messages()[len(first):]; len(last) != 1 || !strings.Contains(last[0], "VUID-vkDestroyDevice-device-") {
		t.Errorf("after memory was left: %q", last)
	}
	c.Close()
}

func TestWithoutValidationThereAreNoMessages(t *testing.T) {
	open(t, Options{})
	c, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	if got := c.Messages(); got != nil {
		t.Errorf("got %q", got)
	}
}

func TestWhatIsMissing(t *testing.T) {
	open(t, Options{})
	for _, c := range []struct {
		name      string
		o         Options
		variables map[string]string
		want      MissingError
		remedy    string
	}{
		{"driver", Options{}, map[string]string{"VK_DRIVER_FILES": "/none.json", "VK_ICD_FILENAMES": "/none.json"}, MissingError{What: Driver}, "mesa-vulkan-drivers"},
		{"device", Options{Device: "Voodoo"}, nil, MissingError{What: PhysicalDevice, Name: `"Voodoo"`}, "name part of another"},
		{"device of the variable", Options{}, map[string]string{DeviceVariable: "Voodoo"}, MissingError{What: PhysicalDevice, Name: `"Voodoo"`}, "name part of another"},
		{"extension", Options{Extensions: []string{"VK_EXT_none"}}, nil, MissingError{What: Extension, Name: "VK_EXT_none"}, "newer driver"},
		{"layer", Options{Validation: true}, map[string]string{"VK_LAYER_PATH": "/none"},
			MissingError{What: Layer, Name: "VK_LAYER_KHRONOS_validation"}, "vulkan-validationlayers"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, value := range c.variables {
				t.Setenv(name, value)
			}
			_, err := Open(c.o)
			got, ok := errors.AsType[*MissingError](err)
			if !ok || got.What != c.want.What || got.Name != c.want.Name || !strings.Contains(err.Error(), c.remedy) {
				t.Errorf("got %v, want %+v", err, c.want)
			}
		})
	}
}

func TestDriversOfNoUseAreMissing(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{enumerated(vkrt.Success, 1), "<nil>"},
		{enumerated(vkrt.Incomplete, 1), "<nil>"},
		{enumerated(vkrt.Success, 0), "vk: no Vulkan driver (no driver has a device): install"},
		{enumerated(vkrt.ErrorInitializationFailed, 0), "vk: no Vulkan driver (VK_ERROR_INITIALIZATION_FAILED): install"},
		{enumerated(vkrt.ErrorIncompatibleDriver, 0), "vk: no Vulkan driver (VK_ERROR_INCOMPATIBLE_DRIVER): install"},
		{enumerated(vkrt.ErrorOutOfHostMemory, 0), "vk: no devices: VK_ERROR_OUT_OF_HOST_MEMORY"},
		{instanceError(vkrt.ErrorIncompatibleDriver), "vk: no Vulkan driver (VK_ERROR_INCOMPATIBLE_DRIVER): install"},
		{instanceError(vkrt.ErrorOutOfHostMemory), "vk: no instance: VK_ERROR_OUT_OF_HOST_MEMORY"},
		{instanceError(vkrt.ErrorExtensionNotPresent), "vk: no Vulkan layer VK_LAYER_KHRONOS_validation (VK_ERROR_EXTENSION_NOT_PRESENT): install"},
	} {
		if got := fmt.Sprint(c.err); !strings.HasPrefix(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestTheLoaderIsFoundByName(t *testing.T) {
	_, err := find([]string{"libnone.so.1", "libc.so.6"})
	missing, ok := errors.AsType[*MissingError](err)
	if !ok || missing.What != Loader || missing.Name != "libnone.so.1" {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{
		"cannot open shared object file", "undefined symbol: vkGetInstanceProcAddr", "package libvulkan1 on Debian",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
	open(t, Options{})
	if get, err := find(append([]string{"libnone.so.1"}, libraries...)); err != nil || get == nil {
		t.Errorf("of a library that is there: %v", err)
	}
}

// TestAdoptTakesWhatIsEnabled: the same device seen as programs of other
// versions of Vulkan have it.
func TestAdoptTakesWhatIsEnabled(t *testing.T) {
	c := open(t, Options{})
	full := c.Runtime.Profile()
	for _, v := range []struct {
		name     string
		enabled  Enabled
		full     bool // the profile is that of Open
		prefers  bool // requirements come with dedication
		function bool // buffers have an address
	}{
		{"as opened", c.Enabled, true, true, c.Enabled.BufferDeviceAddress},
		{"1.3 without features", Enabled{APIVersion: version13}, true, true, false},
		{"1.1", Enabled{APIVersion: version11}, true, true, false},
		{"1.0", Enabled{}, false, false, false},
	} {
		d, err := Adopt(c.Instance, c.PhysicalDevice, c.Device, v.enabled)
		if err != nil {
			t.Errorf("%s: %v", v.name, err)
			continue
		}
		if got := d.Profile(); v.full != equal(got, full) || d.HasBufferAddress() != v.function {
			t.Errorf("%s: address %t, profile %s", v.name, d.HasBufferAddress(), got.Append(nil))
		}
		b, r := d.CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: 0x20})
		if r != vkrt.Success {
			t.Errorf("%s: %v", v.name, r)
			continue
		}
		if got, want := d.BufferRequirements(b), c.Runtime.BufferRequirements(b); got != want && v.prefers ||
			got.Size != want.Size || got.Alignment != want.Alignment || got.TypeBits != want.TypeBits {
			t.Errorf("%s: %+v, want %+v", v.name, got, want)
		}
		d.DestroyBuffer(b)
	}
}

func equal(a, b vkrt.Profile) bool { return string(a.Append(nil)) == string(b.Append(nil)) }

func TestAdoptRefusesWhatCannotBeEnabled(t *testing.T) {
	c := open(t, Options{})
	_, err := Adopt(c.Instance, c.PhysicalDevice, c.Device, Enabled{APIVersion: version11, BufferDeviceAddress: true})
	missing, ok := errors.AsType[*MissingError](err)
	if !ok || missing.What != Feature || missing.Name != "bufferDeviceAddress" || !strings.Contains(err.Error(), "VkDeviceCreateInfo") {
		t.Errorf("got %v", err)
	}
	p, _, err := ask(c.Instance, c.PhysicalDevice, Enabled{MemoryPriority: true})
	if err != nil {
		t.Fatal(err)
	}
	if has := p.hasExtension("VK_EXT_memory_priority"); has != (p.unfit() == nil) {
		t.Errorf("the extension is there: %t; %v", has, p.unfit())
	}
}

func TestTheDeviceCanBeNamed(t *testing.T) {
	c := open(t, Options{})
	name := c.Runtime.Profile().Name
	part := strings.ToUpper(name[1 : len(name)-1])
	if named := open(t, Options{Device: part}); named.Runtime.Profile().Name != name {
		t.Errorf("%q opened %q", part, named.Runtime.Profile().Name)
	}
}

func TestLoadInitialisesVulkanGo(t *testing.T) {
	open(t, Options{})
	if err := Load(); err != nil {
		t.Fatal(err)
	}
	var count uint32
	if r := vulkan.EnumerateInstanceExtensionProperties("", &count, nil); r != vulkan.Success || count == 0 {
		t.Errorf("%v, %d extensions", FromResult(r), count)
	}
}

func TestBestTypesComeFirst(t *testing.T) {
	for _, typ := range []vkrt.DeviceType{vkrt.OtherDevice, vkrt.IntegratedGPU, vkrt.DiscreteGPU, vkrt.VirtualGPU, vkrt.CPU} {
		if !slices.Contains(preference, typ) {
			t.Errorf("%v has no rank", typ)
		}
	}
	if preference[0] != vkrt.DiscreteGPU || deviceType(vulkan.PhysicalDeviceProperties{DeviceType: 9}) != vkrt.OtherDevice {
		t.Error("a discrete GPU is not the best, or an unknown type is not other")
	}
}

func TestAdoptWantsADevice(t *testing.T) {
	if d, err := Adopt(nil, nil, nil, Enabled{}); d != nil || err == nil || !strings.Contains(err.Error(), "none of them nil") {
		t.Errorf("%v, %v", d, err)
	}
}
