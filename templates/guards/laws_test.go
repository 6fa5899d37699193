package guards

import "testing"

// TestEveryByteIsGuarded damages one byte after the other.
func TestEveryByteIsGuarded(t *testing.T) {
	bytes := make([]byte, 64)
	Set(bytes)
	if at := Damage(bytes); at != -1 {
		t.Fatalf("a whole guard is damaged at %d", at)
	}
	for i := range bytes {
		bytes[i] ^= 1
		if at := Damage(bytes); at != i/4*4 {
			t.Errorf("byte %d is damaged, and said to be so at %d", i, at)
		}
		bytes[i] ^= 1
	}
	if bytes[0] != 0x66 || bytes[3] != 0x7f {
		t.Errorf("a guard is % x", bytes[:4])
	}
}
