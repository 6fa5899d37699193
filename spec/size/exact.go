package size

import "strconv"

// Exact returns n bytes as a spec says them: a whole number of the largest binary
// unit that leaves no rest, and below 1 KiB or where each leaves one the number
// alone. [Parse] reads it back as n.
func Exact(n uint64) string {
	shift := 0
	for shift < 60 && n != 0 && n&(1<<(shift+10)-1) == 0 {
		shift += 10
	}
	if shift == 0 {
		return strconv.FormatUint(n, 10)
	}
	return strconv.FormatUint(n>>shift, 10) + "KMGTPE"[shift/10-1:shift/10] + "iB"
}
