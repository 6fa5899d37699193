package fake

import (
	"slices"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// A scene is a device with a buffer, an image, and memory of 800 bytes of each
// type; nothing is bound.
type scene struct {
	*Fake
	n           vkrt.Functions
	buffer      vkrt.Buffer
	image       vkrt.Image
	local, host vkrt.Memory
}

func newScene(o Options) *scene {
	s := &scene{Fake: New(small(), o)}
	s.n = s.Functions()
	s.buffer, _ = s.n.CreateBuffer(vertices)
	s.image, _ = s.n.CreateImage(texture)
	s.local, _ = s.n.AllocateMemory(vkrt.AllocateInfo{Size: 800})
	s.host, _ = s.n.AllocateMemory(vkrt.AllocateInfo{Size: 800, Type: 1})
	return s
}

func (s *scene) own(size uint64, d vkrt.Dedicated) vkrt.Memory {
	m, _ := s.n.AllocateMemory(vkrt.AllocateInfo{Size: size, Type: 1, Dedicated: d})
	return m
}

// TestResourceFaults: each does one thing that Vulkan does not allow, as its
// last call.
func TestResourceFaults(t *testing.T) {
	for _, c := range []struct {
		do   func(s *scene)
		want string
	}{
		{func(s *scene) { s.n.DestroyBuffer(s.buffer); s.n.DestroyBuffer(s.buffer) }, "destroy buffer 1: the resource was destroyed before"},
		{func(s *scene) { s.n.DestroyImage(s.image); s.n.DestroyImage(s.image) }, "destroy image 2: the resource was destroyed before"},
		{func(s *scene) { s.n.DestroyBuffer(0) }, "destroy buffer 0: no such resource was ever created"},
		{func(s *scene) { s.n.DestroyImage(3) }, "destroy image 3: no such resource was ever created"},
		{func(s *scene) { s.n.DestroyBuffer(vkrt.Buffer(s.image)) }, "destroy buffer 2: an image is no buffer, nor the reverse"},
		{func(s *scene) { s.n.DestroyImage(vkrt.Image(s.buffer)) }, "destroy image 1: an image is no buffer, nor the reverse"},
		{func(s *scene) { s.n.BufferRequirements(3) }, "requirements of buffer 3: no such resource was ever created"},
		{func(s *scene) { s.n.ImageRequirements(1) }, "requirements of image 1: an image is no buffer, nor the reverse"},

		{func(s *scene) { s.n.BindBuffer(s.buffer, s.local, 0); s.n.BindBuffer(s.buffer, s.host, 0) },
			"bind buffer 1 to memory 2 from 0: VK_ERROR_UNKNOWN: it is bound to memory 1"},
		{func(s *scene) {
			s.n.BindImage(s.image, s.local, 0)
			s.n.FreeMemory(s.local)
			s.n.BindImage(s.image, s.host, 0)
		}, "bind image 2 to memory 2 from 0: VK_ERROR_UNKNOWN: it is bound to memory 1"},
		{func(s *scene) { s.n.BindBuffer(s.buffer, s.local, 8) },
			"bind buffer 1 to memory 1 from 8: VK_ERROR_UNKNOWN: not at a multiple of 16"},
		{func(s *scene) { s.n.BindImage(s.image, s.local, 128) },
			"bind image 2 to memory 1 from 128: VK_ERROR_UNKNOWN: not at a multiple of 256"},
		{func(s *scene) { s.n.BindBuffer(s.buffer, s.local, 704) },
			"bind buffer 1 to memory 1 from 704: VK_ERROR_UNKNOWN: the memory has 800 bytes, it asks for 112"},
		{func(s *scene) { s.n.BindImage(s.image, s.local, 1<<64-256) },
			"bind image 2 to memory 1 from 18446744073709551360: VK_ERROR_UNKNOWN: the memory has 800 bytes, it asks for 256"},
		{func(s *scene) { s.n.FreeMemory(s.local); s.n.BindBuffer(s.buffer, s.local, 0) },
			"bind buffer 1 to memory 1 from 0: VK_ERROR_UNKNOWN: the memory was freed before"},
		{func(s *scene) { s.n.BindImage(s.image, 0, 0) },
			"bind image 2 to memory 0 from 0: VK_ERROR_UNKNOWN: no such memory was ever allocated"},
		{func(s *scene) { s.n.BindBuffer(4, s.local, 0) },
			"bind buffer 4 to memory 1 from 0: VK_ERROR_UNKNOWN: no such resource was ever created"},

		{func(s *scene) { s.n.CreateBuffer(vkrt.BufferInfo{Usage: 1}) }, "create buffer 0 usage 0x1: VK_ERROR_UNKNOWN: a size of 0"},
		{func(s *scene) { s.n.CreateBuffer(vkrt.BufferInfo{Size: 1}) }, "create buffer 1 usage 0x0: VK_ERROR_UNKNOWN: no usage"},
		{func(s *scene) { s.n.CreateBuffer(vkrt.BufferInfo{Size: 1<<30 + 1, Usage: 1}) },
			"create buffer 1073741825 usage 0x1: VK_ERROR_UNKNOWN: above max_buffer_size, 1073741824"},
		{func(s *scene) { s.n.CreateBuffer(vkrt.BufferInfo{Size: 1, Usage: vkrt.ShaderDeviceAddress}) },
			"create buffer 1 usage 0x20000: VK_ERROR_UNKNOWN: the feature bufferDeviceAddress is not enabled"},
	} {
		s := newScene(Options{})
		c.do(s)
		s.wantFault(t, c.want)
	}
}

func TestAllocationFaultsOfResources(t *testing.T) {
	for _, c := range []struct {
		do   func(s *scene)
		want string
	}{
		{func(s *scene) { s.n.BindImage(s.image, s.own(112, vkrt.Dedicated{Buffer: s.buffer}), 0) },
			"bind image 2 to memory 3 from 0: VK_ERROR_UNKNOWN: the memory has 112 bytes, it asks for 256"},
		{func(s *scene) {
			other, _ := s.n.CreateBuffer(vertices)
			m := s.own(112, vkrt.Dedicated{Buffer: s.buffer})
			s.n.DestroyBuffer(s.buffer)
			s.n.BindBuffer(other, m, 0)
		}, "bind buffer 3 to memory 3 from 0: VK_ERROR_UNKNOWN: the memory is for buffer 1 image 0"},
		{func(s *scene) {
			other, _ := s.n.CreateImage(texture)
			s.n.BindImage(other, s.own(256, vkrt.Dedicated{Image: s.image}), 0)
		}, "bind image 3 to memory 3 from 0: VK_ERROR_UNKNOWN: the memory is for buffer 0 image 2"},
		{func(s *scene) { s.n.BindBuffer(s.buffer, s.own(256, vkrt.Dedicated{Image: s.image}), 0) },
			"bind buffer 1 to memory 3 from 0: VK_ERROR_UNKNOWN: the memory is for buffer 0 image 2"},
		{func(s *scene) { s.own(113, vkrt.Dedicated{Buffer: s.buffer}) },
			"allocate 113 of type 1 for buffer 1 image 0: VK_ERROR_UNKNOWN: the resource asks for 112 bytes"},
		{func(s *scene) { s.own(113, vkrt.Dedicated{Image: 1}) },
			"allocate 113 of type 1 for buffer 0 image 1: VK_ERROR_UNKNOWN: an image is no buffer, nor the reverse"},
		{func(s *scene) { s.own(1, vkrt.Dedicated{Buffer: 7}) },
			"allocate 1 of type 1 for buffer 7 image 0: VK_ERROR_UNKNOWN: no such resource was ever created"},
		{func(s *scene) { s.n.AllocateMemory(vkrt.AllocateInfo{Size: 1, Type: 1, Priority: 1.5}) },
			"allocate 1 of type 1 priority 1.5: VK_ERROR_UNKNOWN: a priority out of 0 to 1"},
		{func(s *scene) { s.n.AllocateMemory(vkrt.AllocateInfo{Size: 1, Type: 1, DeviceAddress: true}) },
			"allocate 1 of type 1 with address: VK_ERROR_UNKNOWN: the feature bufferDeviceAddress is not enabled"},
	} {
		s := newScene(Options{})
		c.do(s)
		s.wantFault(t, c.want)
	}
}

// wantFault checks that there is one fault.
func (s *scene) wantFault(t *testing.T, want string) {
	t.Helper()
	var got []string
	for _, fault := range s.Faults() {
		got = append(got, fault.String())
	}
	if !slices.Equal(got, []string{want}) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFaultsOfChosenRequirements(t *testing.T) {
	s := newScene(Options{
		BufferRequirements: func(vkrt.BufferInfo) vkrt.Requirements {
			return vkrt.Requirements{Size: 112, Alignment: 16, TypeBits: 1}
		},
	})
	s.n.BindBuffer(s.buffer, s.host, 0)
	s.wantFault(t, "bind buffer 1 to memory 2 from 0: VK_ERROR_UNKNOWN: memory of type 1 will not do, 0b1 would")

	s = newScene(Options{
		ImageRequirements: func(vkrt.ImageInfo) vkrt.Requirements {
			return vkrt.Requirements{Size: 256, Alignment: 1, TypeBits: 3, RequiresDedicated: true}
		},
	})
	s.n.BindImage(s.image, s.host, 0)
	s.wantFault(t, "bind image 2 to memory 2 from 0: VK_ERROR_UNKNOWN: it requires memory of its own")
	if r := s.n.BindImage(s.image, s.own(256, vkrt.Dedicated{Image: s.image}), 0); r != vkrt.Success {
		t.Error(r)
	}
}

func TestFaultsOfAddresses(t *testing.T) {
	for _, c := range []struct {
		do   func(s *scene, addressed vkrt.Buffer)
		want string
	}{
		{func(s *scene, _ vkrt.Buffer) { s.n.BufferAddress(s.buffer) }, "address of buffer 1: it was created without the usage"},
		{func(s *scene, b vkrt.Buffer) { s.n.BufferAddress(b) }, "address of buffer 3: it is not bound"},
		{func(s *scene, b vkrt.Buffer) { s.n.BindBuffer(b, s.host, 0) },
			"bind buffer 3 to memory 2 from 0: VK_ERROR_UNKNOWN: the memory was allocated without device address"},
		{func(s *scene, b vkrt.Buffer) {
			m, _ := s.n.AllocateMemory(vkrt.AllocateInfo{Size: 112, Type: 1, DeviceAddress: true})
			s.n.BindBuffer(b, m, 0)
			s.n.BufferAddress(b)
			s.n.FreeMemory(m)
			s.n.BufferAddress(b)
		}, "address of buffer 3: its memory was freed"},
		{func(s *scene, _ vkrt.Buffer) { s.n.BufferAddress(5) }, "address of buffer 5: no such resource was ever created"},
	} {
		s := newScene(Options{BufferAddress: true})
		b, _ := s.n.CreateBuffer(vkrt.BufferInfo{Size: 100, Usage: vkrt.ShaderDeviceAddress})
		c.do(s, b)
		s.wantFault(t, c.want)
	}
}

func TestImageFaults(t *testing.T) {
	for want, change := range map[string]func(i *vkrt.ImageInfo){
		"there is no such type of image":      func(i *vkrt.ImageInfo) { i.Type = 3 },
		"no format":                           func(i *vkrt.ImageInfo) { i.Format = 0 },
		"no usage":                            func(i *vkrt.ImageInfo) { i.Usage = 0 },
		"a width of 0":                        func(i *vkrt.ImageInfo) { i.Width = 0 },
		"larger than 32768":                   func(i *vkrt.ImageInfo) { i.Height = 32769 },
		"more dimensions than the type has":   func(i *vkrt.ImageInfo) { i.Depth = 2 },
		"layers of a 3D image":                func(i *vkrt.ImageInfo) { i.Type, i.Layers = vkrt.Image3D, 2 },
		"more mips than 4 texels have":        func(i *vkrt.ImageInfo) { i.Mips = 4 },
		"not a power of two up to 64 of samp": func(i *vkrt.ImageInfo) { i.Samples = 3 },
		"samples of an image that has mips":   func(i *vkrt.ImageInfo) { i.Samples, i.Tiling = 2, vkrt.TilingLinear },
	} {
		f := New(small(), Options{})
		info := texture
		change(&info)
		i, r := f.Device().CreateImage(info)
		faults := f.Faults()
		if i != 0 || r != vkrt.ErrorUnknown || len(faults) != 1 || !strings.HasPrefix(faults[0].Text, want) || len(f.Resources()) != 0 {
			t.Errorf("%s: image %d, %v, faults %v", want, i, r, faults)
		}
	}
}
