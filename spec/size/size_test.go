package size

import "testing"

func TestAppend(t *testing.T) {
	for _, c := range []struct {
		n    uint64
		want string
	}{
		{0, "0 bytes"},
		{1, "1 byte"},
		{1023, "1023 bytes"},
		{1024, "1 KiB (1024 bytes)"},
		{1025, "1.00 KiB (1025 bytes)"},
		{1536, "1.50 KiB (1536 bytes)"},
		{3 << 20, "3 MiB (3145728 bytes)"},
		{3<<20 - 1, "2.99 MiB (3145727 bytes)"},
		{5 << 30, "5 GiB (5368709120 bytes)"},
		{7 << 40, "7 TiB (7696581394432 bytes)"},
		{1 << 50, "1 PiB (1125899906842624 bytes)"},
		{1<<64 - 1, "15.99 EiB (18446744073709551615 bytes)"},
	} {
		if got := string(Append(nil, c.n)); got != c.want {
			t.Errorf("Append(%d) = %q, want %q", c.n, got, c.want)
		}
	}
}
