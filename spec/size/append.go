package size

import "strconv"

// Append appends n bytes as people and programs read it: in the largest
// binary unit that holds at least one, with two decimals cut off where it is
// not whole, then exactly. 3 MiB is "3 MiB (3145728 bytes)", one byte more
// "3.00 MiB (3145729 bytes)", and below 1 KiB there is only "1023 bytes".
func Append(dst []byte, n uint64) []byte {
	if n < 1<<10 {
		dst = strconv.AppendUint(dst, n, 10)
		if n == 1 {
			return append(dst, " byte"...)
		}
		return append(dst, " bytes"...)
	}
	shift := uint(10)
	for shift < 60 && n>>(shift+10) != 0 {
		shift += 10
	}
	dst = strconv.AppendUint(dst, n>>shift, 10)
	if rest := n & (1<<shift - 1); rest != 0 {
		// rest < 2^60, so hundredths need the shift before the product.
		hundredths := rest >> (shift - 10) * 100 >> 10
		dst = append(dst, '.', byte('0'+hundredths/10), byte('0'+hundredths%10))
	}
	dst = append(dst, ' ', "KMGTPE"[shift/10-1], 'i', 'B', ' ', '(')
	dst = strconv.AppendUint(dst, n, 10)
	return append(dst, " bytes)"...)
}
