package main

import "strings"

// lost returns the comments of a spec's text that another one does not have, as
// often as it does not, in order.
func lost(old, text []byte) (list []string) {
	left := map[string]int{}
	for _, comment := range comments(text) {
		left[comment]++
	}
	for _, comment := range comments(old) {
		if left[comment]--; left[comment] < 0 {
			list = append(list, comment)
		}
	}
	return list
}

// comments returns the comments of a spec's text, from the # to the end of the line.
func comments(text []byte) (list []string) {
	for line := range strings.Lines(string(text)) {
		if at := commentIn(line); at >= 0 {
			list = append(list, strings.TrimRight(line[at:], " \t\r\n"))
		}
	}
	return list
}

// commentIn returns where the comment of a line begins, or -1: at a # that follows
// a space, or nothing, and is in no quotes.
func commentIn(line string) int {
	quote, before := byte(0), byte(' ')
	for i := 0; i < len(line); i++ {
		b := line[i]
		switch {
		case quote == '"' && b == '\\':
			i++
		case quote != 0 && b == quote:
			quote = 0
		case quote != 0:
		case b == '#' && (before == ' ' || before == '\t'):
			return i
		case (b == '"' || b == '\'') && strings.IndexByte(" \t{[,:", before) >= 0:
			quote = b
		}
		before = b
	}
	return -1
}
