package main

import (
	"strings"

	"github.com/allocgen/allocgen/spec"
)

// nearest returns the word that was probably meant: one that the given word
// begins or is the beginning of, else the nearest in spelling, or "".
func nearest(word string, known []string) string {
	for _, k := range known {
		if word != "" && (strings.HasPrefix(k, word) || strings.HasPrefix(word, k)) {
			return k
		}
	}
	return spec.Nearest(word, known)
}
