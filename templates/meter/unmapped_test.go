package meter

import "testing"

func TestBlocksWithoutMemory(t *testing.T) {
	var m Meter
	for _, bytes := range []uint64{100, 20} {
		m.Grow(bytes)
		m.Defer(bytes)
	}
	m.Settle(100)
	m.Grow(7)
	m.Defer(7)
	if m.Unmapped != 27 || m.MostUnmapped != 120 || m.Now.BytesReserved != 127 {
		t.Errorf("%+v; want 27 bytes of 127 unmapped, and 120 at most", m)
	}
}
