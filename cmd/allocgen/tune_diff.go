package main

import (
	"fmt"
	"io"
	"strings"
)

// diffContext is how many lines a unified diff shows around a change.
const diffContext = 3

// diffLine is a line of a comparison: kept (' '), old ('-') or new ('+').
type diffLine struct {
	sign byte
	text string
}

// printDiff prints what makes new out of old as a unified diff, nothing where they
// are the same.
func printDiff(w io.Writer, path string, old, new []byte) {
	lines := compare(strings.SplitAfter(string(old), "\n"), strings.SplitAfter(string(new), "\n"))
	shown := make([]bool, len(lines))
	for i, l := range lines {
		if l.sign != ' ' {
			for k := max(0, i-diffContext); k < min(len(lines), i+diffContext+1); k++ {
				shown[k] = true
			}
		}
	}
	at := map[byte]int{'-': 1, '+': 1} // line numbers
	named := false
	for i := 0; i < len(lines); {
		end := i
		for end < len(lines) && shown[end] == shown[i] {
			end++
		}
		hunk := lines[i:end]
		length := map[byte]int{}
		for _, l := range hunk {
			for _, side := range "-+" {
				if l.sign == ' ' || l.sign == byte(side) {
					length[byte(side)]++
				}
			}
		}
		if shown[i] {
			if !named {
				fmt.Fprintf(w, "--- %s\n+++ %s\n", path, path)
				named = true
			}
			fmt.Fprintf(w, "@@ -%d,%d +%d,%d @@\n", at['-'], length['-'], at['+'], length['+'])
			for _, l := range hunk {
				l.print(w)
			}
		}
		at['-'] += length['-']
		at['+'] += length['+']
		i = end
	}
}

func (l diffLine) print(w io.Writer) {
	text, ended := strings.CutSuffix(l.text, "\n")
	fmt.Fprintf(w, "%c%s\n", l.sign, text)
	if !ended {
		fmt.Fprintln(w, `\ No newline at end of file`)
	}
}

// compare aligns two texts by a longest common subsequence of their lines.
func compare(old, new []string) (lines []diffLine) {
	old, new = withoutEmptyEnd(old), withoutEmptyEnd(new)
	common := make([][]int, len(old)+1) // of the lines from i and from k on
	for i := range common {
		common[i] = make([]int, len(new)+1)
	}
	for i := len(old) - 1; i >= 0; i-- {
		for k := len(new) - 1; k >= 0; k-- {
			if old[i] == new[k] {
				common[i][k] = common[i+1][k+1] + 1
			} else {
				common[i][k] = max(common[i+1][k], common[i][k+1])
			}
		}
	}
	i, k := 0, 0
	for i < len(old) || k < len(new) {
		switch {
		case i < len(old) && k < len(new) && old[i] == new[k]:
			lines = append(lines, diffLine{' ', old[i]})
			i, k = i+1, k+1
		case k == len(new) || i < len(old) && common[i+1][k] >= common[i][k+1]:
			lines = append(lines, diffLine{'-', old[i]})
			i++
		default:
			lines = append(lines, diffLine{'+', new[k]})
			k++
		}
	}
	return lines
}

// withoutEmptyEnd drops the empty text behind a last newline.
func withoutEmptyEnd(lines []string) []string {
	if last := len(lines) - 1; lines[last] == "" {
		return lines[:last]
	}
	return lines
}
