package main

import "testing"

func TestNearest(t *testing.T) {
	known := []string{"init", "generate", "check", "schema", "version", "help"}
	for word, want := range map[string]string{
		"":           "",
		"genrate":    "generate",
		"gen":        "generate",
		"checks":     "check",
		"chekc":      "check",
		"hlep":       "help",
		"scheme":     "schema",
		"frobnicate": "",
		"zz":         "",
	} {
		if got := nearest(word, known); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestNearestIsTheNearest(t *testing.T) {
	for _, known := range [][]string{{"check", "cheap"}, {"cheap", "check"}} {
		if got := nearest("cheek", known); got != "check" {
			t.Errorf("nearest(cheek) of %v = %q, want check", known, got)
		}
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"abc", "abc", 0},
		{"kitten", "sitting", 3},
		{"ab", "ba", 2},
	} {
		if got := edits(c.a, c.b); got != c.want {
			t.Errorf("edits(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
