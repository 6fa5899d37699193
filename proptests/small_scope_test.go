package proptests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTableOfScopes(t *testing.T) {
	document := filepath.Join(t.TempDir(), "table.md")
	const text = "# Head\n\n| a | b | c |\n|---|---|---|\n| naive.gone | 1 | 2 |\n| other.main | 3 | 4 |\n"
	if err := os.WriteFile(document, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	scopes := map[string]scope{"naive.main": {5, 600}, "naive.few": {6, 7}}
	err := tabulate(document, scopes, false)
	if err == nil || !strings.Contains(err.Error(), `no row "| naive.main | 5 | 600 |"`) {
		t.Errorf("a table without the rows: %v", err)
	}
	for _, write := range []bool{true, false} {
		if err := tabulate(document, scopes, write); err != nil {
			t.Errorf("written and compared: %v", err)
		}
	}
	got, err := os.ReadFile(document)
	want := "# Head\n\n| a | b | c |\n|---|---|---|\n| naive.few | 6 | 7 |\n| naive.main | 5 | 600 |\n| other.main | 3 | 4 |\n"
	if err != nil || string(got) != want {
		t.Errorf("%v:\n%s\nwant:\n%s", err, got, want)
	}
}

// TestReach: how long sequences are follows from how many there may be, and each of
// them is one state more.
func TestReach(t *testing.T) {
	for _, c := range []struct{ letters, most, want int }{{6, 600_000, 7}, {8, 600_000, 6}, {2, 1, 0}, {2, 2, 1}} {
		if got := reach(c.letters, c.most); got != c.want {
			t.Errorf("%d letters, at most %d sequences: length %d, want %d", c.letters, c.most, got, c.want)
		}
	}
	trials, err := naiveSubject(declarations()["tiny"], "").trials()
	if err != nil {
		t.Fatal(err)
	}
	every, found := exhaust(trials[0], 1)
	if found != nil || every != (scope{1, len(alphabet(trials[0])) - 1}) { // to free what is not there is said once
		t.Errorf("%v, %v", every, found)
	}
}
