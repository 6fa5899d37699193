package main

import "strings"

// nearest returns the word that was probably meant: one that the given word
// begins or is the beginning of, else the one fewest edits away, if those are at
// most half of it. It returns "" when none is near.
func nearest(word string, known []string) string {
	best, fewest := "", len(word)/2+1
	for _, k := range known {
		if word != "" && (strings.HasPrefix(k, word) || strings.HasPrefix(word, k)) {
			return k
		}
		if n := edits(word, k); n < fewest {
			best, fewest = k, n
		}
	}
	return best
}

// edits counts the insertions, deletions and replacements of bytes that turn a
// into b.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
