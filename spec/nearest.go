package spec

import "unicode/utf8"

// Nearest returns the known word that the unknown one was probably meant to
// be, or "". A third of its letters may be wrong; of equally near words the
// first wins.
func Nearest(unknown string, known []string) string {
	if len(unknown) > maxName {
		return ""
	}
	best, nearest := "", max(1, utf8.RuneCountInString(unknown)/3)+1
	for _, word := range known {
		if d := distance([]rune(unknown), []rune(word)); d < nearest {
			best, nearest = word, d
		}
	}
	return best
}

// didYouMean returns the hint for an unknown word, or "".
func didYouMean(unknown string, known []string) string {
	if word := Nearest(unknown, known); word != "" {
		return "did you mean " + word + "?"
	}
	return ""
}

// distance counts the letters to insert, drop, replace, or swap with their
// neighbour to turn a into b (optimal string alignment).
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
