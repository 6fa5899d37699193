package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// TestKindsAreExplained: every kind of pool and every policy of the language is, in
// its order, and where it is said to be in the reference it is.
func TestKindsAreExplained(t *testing.T) {
	var want []string
	for _, key := range []string{"kind", "policy"} {
		i := slices.IndexFunc(spec.Fields(), func(f spec.Field) bool { return f.Key == key })
		want = append(want, spec.Fields()[i].Enum...)
	}
	var got []string
	for _, k := range kindsOfPool {
		got = append(got, k.name)
		var said bytes.Buffer
		explainKind(&console{out: &said}, k)
		_, heading, has := strings.Cut(strings.TrimSuffix(said.String(), ".\n"), reference+" under ")
		if has && !bytes.Contains(spec.Reference(), []byte("\n## "+heading+"\n")) {
			t.Errorf("%s: %q is no heading of the reference", k.name, heading)
		}
		if has != (len(k.keys()) > 0) {
			t.Errorf("%s has %d keys, and the reference is named: %t", k.name, len(k.keys()), has)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("explained are\n%v, want\n%v", got, want)
	}
}
