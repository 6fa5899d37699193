package fake

import (
	"slices"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

var (
	vertices = vkrt.BufferInfo{Size: 100, Usage: 0x80}
	texture  = vkrt.ImageInfo{Type: vkrt.Image2D, Format: 37, Width: 4, Height: 4, Usage: 4}
)

// TestResourcesAreRecorded through their life.
func TestResourcesAreRecorded(t *testing.T) {
	f := New(small(), Options{BufferAddress: true})
	d := f.Device()
	addressed := vkrt.BufferInfo{Size: 100, Usage: vkrt.ShaderDeviceAddress}
	b, _ := d.CreateBuffer(addressed)
	i, _ := d.CreateImage(texture)
	wantB := vkrt.Requirements{Size: 112, Alignment: 16, TypeBits: 3, Buffer: 1}
	wantI := vkrt.Requirements{Size: 256, Alignment: 256, TypeBits: 3, Kind: vkrt.Optimal, Image: 2}
	if gotB, gotI := d.BufferRequirements(b), d.ImageRequirements(i, vkrt.Optimal); gotB != wantB || gotI != wantI {
		t.Errorf("got %+v\nand %+v", gotB, gotI)
	}
	m, _ := d.AllocateWith(vkrt.AllocateInfo{Size: 600, Priority: 0.5, DeviceAddress: true})
	if r := d.BindBuffer(b, m, 16); r != vkrt.Success {
		t.Error(r)
	}
	if r := d.BindImage(i, m, 256); r != vkrt.Success {
		t.Error(r)
	}
	if a := d.BufferAddress(b); a != 1<<40+16 {
		t.Errorf("address %#x", a)
	}
	if got, want := f.Resources(), []Resource{{wantB, m, 16}, {wantI, m, 256}}; !slices.Equal(got, want) {
		t.Errorf("resources are %+v, want %+v", got, want)
	}
	d.DestroyImage(i)
	d.Free(m, 600, 0) // allowed while the buffer is bound to it
	d.DestroyBuffer(b)
	wantTexts(t, f,
		"create buffer 100 usage 0x20000: buffer 1",
		"create image 4×4×1 format 37 usage 0x4: image 2",
		"requirements of buffer 1",
		"requirements of image 2",
		"allocate 600 of type 0 priority 0.5 with address: memory 1",
		"bind buffer 1 to memory 1 from 16",
		"bind image 2 to memory 1 from 256",
		"address of buffer 1",
		"destroy image 2",
		"free memory 1",
		"destroy buffer 1",
	)
	if first := f.Calls()[0]; first != (Call{Kind: CreateBuffer, Buffer: 1, BufferInfo: addressed}) {
		t.Errorf("the first call is %+v", first)
	}
	if len(f.Resources()) != 0 || f.Faults() != nil {
		t.Errorf("resources %v, faults %v", f.Resources(), f.Faults())
	}
}

func TestPlainRequirements(t *testing.T) {
	p := small()
	p.Types = append(p.Types, vkrt.Type{Flags: vkrt.DeviceLocal | vkrt.LazilyAllocated}, vkrt.Type{Flags: vkrt.DeviceLocal | vkrt.Protected})
	p.Limits.MinUniformBufferOffsetAlignment, p.Limits.MinStorageBufferOffsetAlignment = 64, 32
	f := New(p, Options{})
	for _, c := range []struct {
		usage           uint32
		size, alignment uint64
	}{{1, 112, 16}, {0x10, 128, 64}, {0x20, 128, 32}, {0x30, 128, 64}} {
		b, _ := f.Device().CreateBuffer(vkrt.BufferInfo{Size: 100, Usage: c.usage})
		if got, want := f.Device().BufferRequirements(b), (vkrt.Requirements{Size: c.size, Alignment: c.alignment, TypeBits: 3, Buffer: b}); got != want {
			t.Errorf("usage %#x: got %+v, want %+v", c.usage, got, want)
		}
	}
	for _, c := range []struct {
		info vkrt.ImageInfo
		size uint64
	}{
		{vkrt.ImageInfo{Type: vkrt.Image1D, Width: 65}, 512},
		{vkrt.ImageInfo{Type: vkrt.Image2D, Width: 16, Height: 8, Layers: 3}, 1536},
		{vkrt.ImageInfo{Type: vkrt.Image2D, Width: 16, Height: 8, Samples: 4}, 2048},
		{vkrt.ImageInfo{Type: vkrt.Image2D, Width: 16, Height: 4, Mips: 5}, 512}, // 64+16+4+2+1 texels
		{vkrt.ImageInfo{Type: vkrt.Image3D, Width: 8, Height: 8, Depth: 8, Tiling: vkrt.TilingLinear}, 2048},
	} {
		c.info.Format, c.info.Usage = 37, 1
		i, r := f.Device().CreateImage(c.info)
		got := f.Device().ImageRequirements(i, c.info.Kind())
		if want := (vkrt.Requirements{Size: c.size, Alignment: 256, TypeBits: 3, Kind: c.info.Kind(), Image: i}); got != want {
			t.Errorf("%+v: %v, got %+v, want %+v", c.info, r, got, want)
		}
	}
	if f.Faults() != nil {
		t.Errorf("faults: %v", f.Faults())
	}
}

// TestOptionsSayWhatResourcesAskFor, with the info that they were made with.
func TestOptionsSayWhatResourcesAskFor(t *testing.T) {
	f := New(small(), Options{
		BufferRequirements: func(info vkrt.BufferInfo) vkrt.Requirements {
			return vkrt.Requirements{Size: info.Size * 2, Alignment: 8, TypeBits: 2, PrefersDedicated: true, Image: 9}
		},
		ImageRequirements: func(info vkrt.ImageInfo) vkrt.Requirements {
			return vkrt.Requirements{Size: uint64(info.Layers), Alignment: 1, TypeBits: 1, RequiresDedicated: true, Buffer: 9}
		},
	})
	b, _ := f.Device().CreateBuffer(vertices)
	i, _ := f.Device().CreateImage(texture)
	want := []Resource{
		{vkrt.Requirements{Size: 200, Alignment: 8, TypeBits: 2, PrefersDedicated: true, Buffer: b}, 0, 0},
		{vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 1, RequiresDedicated: true, Kind: vkrt.Optimal, Image: i}, 0, 0},
	}
	if got := f.Resources(); !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestResourceCallsThatFail do nothing, and the sweep of Any meets them.
func TestResourceCallsThatFail(t *testing.T) {
	kinds := []Kind{CreateBuffer, CreateImage, Allocate, BindBuffer, BindImage}
	for n := uint64(1); ; n++ {
		f := New(small(), Options{})
		f.FailNth(Any, n, vkrt.ErrorOutOfHostMemory)
		native := f.Functions()
		b, _ := native.CreateBuffer(vertices)
		i, _ := native.CreateImage(texture)
		m, _ := native.AllocateMemory(vkrt.AllocateInfo{Size: 600})
		native.BufferRequirements(b)
		native.ImageRequirements(i)
		native.BindBuffer(b, m, 0)
		native.BindImage(i, m, 256)
		if f.Pending() > 0 {
			if n != uint64(len(kinds))+1 {
				t.Errorf("the sweep ended at call %d", n)
			}
			return
		}
		at := slices.IndexFunc(f.Calls(), func(c Call) bool { return c.Result == vkrt.ErrorOutOfHostMemory })
		if c := f.Calls()[at]; c.Kind != kinds[n-1] {
			t.Errorf("call %d that failed is %v", n, c)
		}
		resources := f.Resources()
		switch kinds[n-1] {
		case CreateBuffer:
			if b != 0 || len(resources) != 1 || resources[0].Buffer != 0 {
				t.Errorf("buffer %d, %+v", b, resources)
			}
		case CreateImage:
			if i != 0 || len(resources) != 1 || resources[0].Image != 0 {
				t.Errorf("image %d, %+v", i, resources)
			}
		case BindBuffer:
			if resources[0].Memory != 0 || resources[1].Memory != m {
				t.Errorf("%+v", resources)
			}
		case BindImage:
			if resources[0].Memory != m || resources[1].Memory != 0 {
				t.Errorf("%+v", resources)
			}
		}
	}
}

func TestResourceCallsThatCannotFail(t *testing.T) {
	for _, kind := range []Kind{DestroyBuffer, BufferRequirements, BufferAddress, DestroyImage, ImageRequirements} {
		f := New(small(), Options{BufferAddress: true})
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a failure of %v was planned", kind)
				}
			}()
			f.FailNth(kind, 1, vkrt.ErrorUnknown)
		}()
		f.PanicOn(kind, 1, kind)
		func() {
			defer func() {
				calls := f.Calls()
				if got := recover(); got != kind || calls[len(calls)-1].Kind != kind {
					t.Errorf("%v: recovered %v after %v", kind, got, calls)
				}
			}()
			d := f.Device()
			b, _ := d.CreateBuffer(vertices)
			i, _ := d.CreateImage(texture)
			d.BufferRequirements(b)
			d.ImageRequirements(i, vkrt.Optimal)
			d.BufferAddress(b)
			d.DestroyBuffer(b)
			d.DestroyImage(i)
		}()
	}
}
