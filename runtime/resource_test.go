package vkrt

import "testing"

// TestResourcesReachTheDriver: every method calls its function, with what it
// was given, and returns what the driver says.
func TestResourcesReachTheDriver(t *testing.T) {
	buffer, image := BufferInfo{Size: 5, Usage: 6}, ImageInfo{Width: 7, Usage: 8}
	var destroyed Dedicated
	f := quiet()
	f.CreateBuffer = func(info BufferInfo) (Buffer, Result) { return Buffer(info.Size), Incomplete }
	f.CreateImage = func(info ImageInfo) (Image, Result) { return Image(info.Width), Timeout }
	f.DestroyBuffer = func(b Buffer) { destroyed.Buffer = b }
	f.DestroyImage = func(i Image) { destroyed.Image = i }
	f.BindBuffer = func(b Buffer, m Memory, offset uint64) Result { return Result(uint64(b)*100 + uint64(m)*10 + offset) }
	f.BindImage = func(i Image, m Memory, offset uint64) Result { return -Result(uint64(i)*100 + uint64(m)*10 + offset) }
	d := mustDevice(t, tables(), f)
	if b, r := d.CreateBuffer(buffer); b != 5 || r != Incomplete {
		t.Errorf("buffer %d, %v", b, r)
	}
	if i, r := d.CreateImage(image); i != 7 || r != Timeout {
		t.Errorf("image %d, %v", i, r)
	}
	d.DestroyBuffer(5)
	d.DestroyImage(7)
	if destroyed != (Dedicated{5, 7}) {
		t.Errorf("destroyed %v", destroyed)
	}
	if r := d.BindBuffer(1, 2, 3); r != 123 {
		t.Errorf("bound a buffer: %d", r)
	}
	if r := d.BindImage(1, 2, 3); r != -123 {
		t.Errorf("bound an image: %d", r)
	}
}

// TestRequirementsNameTheirResource, whatever the driver's functions put there.
func TestRequirementsNameTheirResource(t *testing.T) {
	f := quiet()
	answer := Requirements{Size: 300, Alignment: 256, TypeBits: 5, PrefersDedicated: true, Kind: Optimal, Buffer: 8, Image: 9}
	f.BufferRequirements = func(Buffer) Requirements { return answer }
	f.ImageRequirements = func(Image) Requirements { return answer }
	d := mustDevice(t, tables(), f)
	want := Requirements{Size: 300, Alignment: 256, TypeBits: 5, PrefersDedicated: true, Buffer: 2}
	if got := d.BufferRequirements(2); got != want || got.Dedicated() != (Dedicated{Buffer: 2}) {
		t.Errorf("got %+v", got)
	}
	want.Buffer, want.Image = 0, 3
	if got := d.ImageRequirements(3, Linear); got != want || got.Dedicated() != (Dedicated{Image: 3}) {
		t.Errorf("got %+v", got)
	}
	want.Kind = Optimal
	if got := d.ImageRequirements(3, Optimal); got != want {
		t.Errorf("got %+v", got)
	}
}

func TestImageInfo(t *testing.T) {
	i := ImageInfo{Type: Image2D, Width: 4, Height: 2, Usage: 1}
	if got, want := i.WithDefaults(), (ImageInfo{Type: Image2D, Width: 4, Height: 2, Depth: 1, Mips: 1, Layers: 1, Samples: 1, Usage: 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if i.Kind() != Optimal || (ImageInfo{Tiling: TilingLinear}).Kind() != Linear || (ImageInfo{Tiling: 1000158000}).Kind() != Optimal {
		t.Error("only linear tiling makes a linear resource")
	}
}

func TestAddressesNeedTheFeature(t *testing.T) {
	f := quiet()
	var asked []AllocateInfo
	f.AllocateMemory = func(info AllocateInfo) (Memory, Result) {
		asked = append(asked, info)
		return 1, Success
	}
	info := AllocateInfo{Size: 10, Priority: 0.75, DeviceAddress: true}
	without := mustDevice(t, tables(), f)
	_, o := without.AllocateWith(info)
	if o != (Outcome{Native, ErrorFeatureNotPresent}) || o.Recoverable() || len(asked) != 0 || without.HasBufferAddress() {
		t.Errorf("got %v after %d calls", o, len(asked))
	}
	holds(t, without, 0, 0, 0)
	f.BufferAddress = func(b Buffer) uint64 { return uint64(b) << 32 }
	with := mustDevice(t, tables(), f)
	_, o = with.AllocateWith(info)
	if !o.OK() || len(asked) != 1 || asked[0] != info || !with.HasBufferAddress() || with.BufferAddress(2) != 2<<32 {
		t.Errorf("got %v, asked for %+v", o, asked)
	}
	holds(t, with, 1, 10, 0)
}
