package spec

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseMessage(t *testing.T) {
	for text, want := range map[string][]Piece{
		"plain":                  {{Text: "plain"}},
		"{arena}":                {{Field: "arena"}},
		"a{arena}":               {{Text: "a"}, {Field: "arena"}},
		"{arena}{pool}":          {{Field: "arena"}, {Field: "pool"}},
		"no {size} in {pool}.":   {{Text: "no "}, {Field: "size"}, {Text: " in "}, {Field: "pool"}, {Text: "."}},
		"é{memory_type}: \"%d\"": {{Text: "é"}, {Field: "memory_type"}, {Text: ": \"%d\""}},
	} {
		got, problem, _ := parseMessage(text)
		if !reflect.DeepEqual(got, want) || problem != "" {
			t.Errorf("%q: got %q, %s", text, got, problem)
		}
	}
	for text, want := range map[string]string{
		"{":           "opens a brace that it does not close",
		"a {arena":    "opens a brace that it does not close",
		"arena}":      "closes a brace that it did not open",
		"{arena}}":    "closes a brace that it did not open",
		"{aren}":      `has the unknown field "aren"`,
		"{}":          `has the unknown field ""`,
		"{a{arena}}":  `has the unknown field "a{arena"`,
		"two\nlines":  "has a character that does not print",
		"a\u00a0b":    "has a character that does not print",
		"\x1b[31mred": "has a character that does not print",
	} {
		if got, problem, hint := parseMessage(text); got != nil || problem != want {
			t.Errorf("%q: got %q, %s / %s", text, got, problem, hint)
		}
	}
	if _, _, hint := parseMessage("{requestd}"); hint != "did you mean requested?" {
		t.Errorf("the hint for {requestd} is %q", hint)
	}
	if _, _, hint := parseMessage("{colour}"); !strings.HasPrefix(hint, "known fields: arena, ") {
		t.Errorf("the hint for {colour} is %q", hint)
	}
}
