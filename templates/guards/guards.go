// Package guards puts words behind regions that show when something wrote
// beyond its region.
//
// Law: a guard is the bytes of Word, least significant first, over and over.
//
// Cost: a step for each byte of a guard.
package guards

// Word is what a guard repeats.
const Word = 0x7F84E666

// Set makes all of the bytes a guard.
func Set(bytes []byte) {
	for i := range bytes {
		bytes[i] = at(i)
	}
}

// Damage returns the first word of a guard that isn't whole any more, as its
// place among the bytes; -1 if all are.
func Damage(bytes []byte) int {
	for i := range bytes {
		if bytes[i] != at(i) {
			return i &^ 3
		}
	}
	return -1
}

// at is the byte of a guard at a place.
func at(i int) byte { return byte(uint32(Word) >> (i % 4 * 8)) }
