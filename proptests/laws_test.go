package proptests

import (
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/trace"
)

// TestEachLaw holds every law alone against a bug that breaks it, so that no
// law only seems to be one because another is checked before it.
func TestEachLaw(t *testing.T) {
	cases := map[string]struct{ declaration, bug, ops string }{
		"errors":           {"capped", "cap off by one", "a 0 512 1\na 1 512 1\na 2 512 1\na 3 512 1"},
		"aligned":          {"capped", "alignment ignored", "a 0 1 1\na 1 1 512"},
		"inside":           {"capped", "size rounded", "a 0 1 1"},
		"complete":         {"fixed", "exact range missed", "a 0 256 1\na 1 256 1"},
		"policy":           {"fixed every", "fullest block last", "a 0 64 1\na 1 64 1"},
		"append":           {"ring", "room between the first and the last", "a 0 64 1\na 1 64 1\na 2 64 1"},
		"placed":           {"fixed", "behind a gap", "a 0 16 1"},
		"frugal":           {"fixed", "largest range taken", "a 0 16 1\na 1 16 1\nf 0\na 2 16 1"},
		"lowest":           {"fixed lowest", "highest offset", "a 0 16 1\na 1 16 1\nf 0\na 2 16 1"},
		"granular":         {"mixed", "page before not looked at", "a 0 16 1\na 1 16 1 optimal"},
		"vacant":           {"strategy", "over another region", "a 0 16 1\na 1 16 1\nf 0\na 2 32 1"},
		"serves":           {"emptiest first", "exact range missed", "a 0 512 1"},
		"occupied":         {"ring", "Close with live regions", "a 0 16 1"},
		"coalesced":        {"fixed", "walls stay", "a 0 16 1\na 1 16 1\nf 0\nf 1"},
		"first-fit":        {"capped", "best fit", "a 0 64 1\na 1 16 1\nf 0\na 2 16 1\na 3 464 1\nf 2\na 4 16 1\na 5 32 1\nf 5\nf 3\na 6 16 1"},
		"best-fit":         {"exclusive", "largest page", "a 0 64 1\na 1 16 1\nf 0\nf 1\na 2 1 1"},
		"exact-fit":        {"direct", "larger block reused", "a 0 32 1\nf 0\na 1 16 1"},
		"handles":          {"capped", "slots first in, first out", "a 0 1 1\na 1 1 1\nf 0\nf 1\na 2 1 1"},
		"reclaim":          {"capped", "reclaim counts pages", "a 0 1 1\nx\nc"},
		"atomic":           {"capped", "refusal counted", "a 0 512 1\na 1 512 1\na 2 512 1\na 3 512 1"},
		"bounded":          {"capped", "cap off by one", "a 0 512 1\na 1 512 1\na 2 512 1\na 3 512 1"},
		"exact-stats":      {"capped", "stats drift", "a 0 48 1\nf 0"},
		"exact-unmapped":   {"deferring", "used and still without memory", "d 1\na 0 16 1\nu 0"},
		"exact-peaks":      {"capped", "peak missed", "a 0 1 1\na 1 1 1\na 2 1 1\na 3 1 1"},
		"native":           {"device direct", "freed twice", "a 0 16 1\na 1 16 1\nf 0\nc"},
		"faultless":        {"device direct", "freed twice", "a 0 16 1\na 1 16 1\nf 0\nc"},
		"kept":             {"device period", "bytes of the page", "a 0 16 1\na 1 16 1"},
		"typed":            {"device direct", "memory of the first page", "a 0 16 1\na 1 16 1"},
		"located":          {"capped", "region moves", "a 0 1 1\na 1 1 1\na 2 1 1"},
		"disjoint":         {"capped", "granule short", "a 0 17 1\na 1 17 1"},
		"conserved":        {"capped", "stats drift", "a 0 48 1\nf 0"},
		"conserved-native": {"device direct", "native memory kept", "a 0 16 1\nf 0\nc\na 1 1 1"},
		"blocks":           {"capped", "every block has a size", "a 0 1 1"},
		"stale":            {"capped", "owner not checked", "a 0 1 1"},
		"leakfree":         {"capped", "reclaim keeps a page", "a 0 1 1"},
		"closed":           {"capped", "usage after Close", "a 0 1 1\nx"},
	}
	if len(cases) != len(laws) {
		t.Errorf("%d cases for %d laws", len(cases), len(laws))
	}
	for _, l := range laws {
		c := cases[l.Name]
		tr, err := trace.Read(strings.NewReader(c.ops))
		if err != nil {
			t.Fatal(err)
		}
		for _, bug := range []string{"", c.bug} {
			trials, err := naiveSubject(blockDeclaration(c.declaration), bug).trials()
			if err != nil {
				t.Fatal(err)
			}
			trials[0].written = l.Name == "kept"
			in := newInterpreter(trials[0], 1)
			in.laws = []law{l}
			for _, op := range tr.Ops {
				in.apply(op)
			}
			err = in.finish()
			if broken := err != nil && strings.HasPrefix(err.Error(), "law "+l.Name+": "); broken != (bug != "") {
				t.Errorf("law %s, bug %q: %v", l.Name, bug, err)
			}
		}
	}
}
