package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// The starter is where most people meet the language: it mentions every key and
// every value that a key can have.
func TestStarterMentionsTheLanguage(t *testing.T) {
	mentions := func(word string) bool {
		return regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`).MatchString(starter)
	}
	for _, f := range spec.Fields() {
		for _, word := range append([]string{f.Key}, f.Enum...) {
			if !mentions(word) {
				t.Errorf("the starter does not mention %s of %s", word, f.Scope)
			}
		}
	}
	if n := strings.Count(starter, "PACKAGE"); n != 1 {
		t.Errorf("the starter has %d places for the package's name, want 1", n)
	}
}

func TestLanguageIsTheSpecs(t *testing.T) {
	reads := uint64(0)
	for _, f := range spec.Fields() {
		if f.Scope == spec.FileScope && f.Key == "version" {
			reads = f.Max
		}
	}
	if reads != language {
		t.Errorf("version prints language %d, spec reads %d", language, reads)
	}
}
