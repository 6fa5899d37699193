package engine_test

import (
	"bytes"
	"testing"

	"github.com/allocgen/allocgen/generated/engine"
	"github.com/allocgen/allocgen/runtime/fake"
)

// frame is what the renderer uploads for one frame, in parts.
const frame, parts = 5 * mib, 4

// The uploads of three frames go round the ring for as long as it takes, with no
// native call, and can be written from the start.
func TestFramesInFlight(t *testing.T) {
	a, device := on(t, discrete(4096*mib))
	var flying [][]engine.UploadHandle
	for n := range 50 {
		if len(flying) == 3 {
			for _, h := range flying[0] {
				if failure := a.Upload.Free(h); failure.Failed() {
					t.Fatal(failure)
				}
			}
			flying = flying[1:]
		}
		var handles []engine.UploadHandle
		for range parts {
			h := served[engine.UploadHandle](t)(a.Upload.Alloc(frame/parts, 256))
			bytes := served[[]byte](t)(a.Upload.Bytes(h))
			for k := range 16 {
				bytes[k] = byte(n)
			}
			handles = append(handles, h)
		}
		flying = append(flying, handles)
		for back, handles := range flying {
			want := bytes.Repeat([]byte{byte(n - len(flying) + 1 + back)}, 16)
			for _, h := range handles {
				if got := served[[]byte](t)(a.Upload.Bytes(h))[:16]; !bytes.Equal(got, want) {
					t.Fatalf("frame %d: %x, want %x", n, got, want)
				}
			}
		}
	}
	stats := served[engine.UploadStats](t)(a.Upload.Stats())
	if stats.Total.NumberAllocs != 3*parts || stats.Total.BytesInUse != 3*frame || stats.Total.BytesReserved != 16*mib {
		t.Errorf("%+v", stats.Total)
	}
	if _, failure := a.Upload.Alloc(frame, 1); failure.Code() != engine.OutOfSpace {
		t.Errorf("a fourth frame: %v", failure)
	}
	called(t, device)
}

// New maps the ring, once.
func TestNewMapsTheRing(t *testing.T) {
	device := fake.New(discrete(4096*mib), fake.Options{})
	a, failure := engine.New(device.Device())
	if failure.Failed() {
		t.Fatal(failure)
	}
	called(t, device, allocated(16*mib, 1, 1), "map memory 1 size 16777216")
	a.Close()
	called(t, device, "free memory 1")
}

// A page that 60 readbacks have passed by is returned.
func TestReadbackPages(t *testing.T) {
	a, device := on(t, discrete(4096*mib))
	ok := served[engine.ReadbackHandle](t)
	a.Readback.Free(ok(a.Readback.Alloc(8*mib, 1)))
	called(t, device, allocated(8*mib, 1, 2))
	small := ok(a.Readback.Alloc(9*mib, 1))
	called(t, device, allocated(9*mib, 1, 3))
	for range 58 {
		a.Readback.Free(small)
		small = ok(a.Readback.Alloc(9*mib, 1))
	}
	called(t, device)
	a.Readback.Free(small)
	ok(a.Readback.Alloc(9*mib, 1))
	called(t, device, "free memory 2")
}
