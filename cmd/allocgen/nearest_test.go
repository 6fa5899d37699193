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
