package dump

import "testing"

// TestEscape: only what must be is escaped.
func TestEscape(t *testing.T) {
	var w writer
	w.escape("\x1f a/b\x7f\"\\é")
	if got, want := string(w.text), `\u001f a/b`+"\x7f"+`\"\\é`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
