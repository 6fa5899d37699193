package meter

import "testing"

func TestMeter(t *testing.T) {
	var m Meter
	m.Grow(4096)
	m.Serve(100, 256)
	m.Serve(300, 512)
	m.Grow(4096)
	m.Release(300, 512)
	m.Serve(200, 256)
	m.Shrink(4096)
	if want := (Figures{4096, 300, 212, 2, 1}); m.Now != want {
		t.Errorf("now %+v, want %+v", m.Now, want)
	}
	if want := (Figures{8192, 400, 368, 2, 2}); m.Peak != want {
		t.Errorf("peak %+v, want %+v", m.Peak, want)
	}
	if m.LargestRequest != 300 {
		t.Errorf("largest request %d, want 300", m.LargestRequest)
	}
}
