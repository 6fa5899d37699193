package spec

import (
	"strings"
	"testing"
)

func TestCaretForm(t *testing.T) {
	for src, want := range map[string]string{
		strings.Replace(good, "alignment: 256", "alignment: 24 # granule", 1): `dir/alloc.yaml:9:16: error AG104: alignment 24 bytes is not a power of two
        alignment: 24 # granule
                   ^^
hint: the nearest powers of two are 16 bytes and 32 bytes`,
		// Columns count runes, and tabs stay tabs.
		exampleHead + "arenas: {é_ü:\t\t{pools: []}}\n": "dir/alloc.yaml:4:10: error AG108: arena name \"é_ü\" is not in snake_case\n" +
			"    arenas: {é_ü:\t\t{pools: []}}\n" +
			"             ^^^\n" +
			"hint: use lower-case letters and digits, a letter first, and single underscores between words\n" +
			"dir/alloc.yaml:4:24: error AG110: pools has 0 entries, not 1 to 64\n" +
			"    arenas: {é_ü:\t\t{pools: []}}\n" +
			"                 \t\t        ^",
		// Anchors and quotes belong to the text, a second line does not.
		strings.Replace(good, "none", "&c 'no\n  ne'", 1): `dir/alloc.yaml:5:17: error AG107: unknown concurrency "no ne", known: none, mutex, streams
    concurrency: &c 'no
                    ^^^
hint: did you mean none?`,
		// Nothing to show.
		"": `dir/alloc.yaml:1:1: error AG005: the file holds no spec
hint: allocgen init writes a spec to start from`,
		// What a terminal would act on is not printed, bytes count one by one.
		"# \xc3\u009b\n": "dir/alloc.yaml:1:3: error AG002: byte 0xc3 is not UTF-8\n    # ��\n      ^\nhint: save the file as UTF-8",
		exampleHead + "arenas: {}" + strings.Repeat(" ", 500) + "# end\n": "dir/alloc.yaml:4:9: error AG110: arenas has 0 entries, not 1 to 64\n" +
			"    arenas: {}" + strings.Repeat(" ", 58) + "…\n            ^",
		exampleHead + "arenas: {" + strings.Repeat(" ", 500) + "a: 1}\n": "dir/alloc.yaml:4:513: error AG103: the arena a must be a mapping, not the number \"1\"\n" +
			"    …" + strings.Repeat(" ", 57) + "a: 1}\n     " + strings.Repeat(" ", 60) + "^",
	} {
		_, ds := compile(t, src)
		var all []string
		for _, d := range ds {
			all = append(all, d.String())
		}
		if got := strings.Join(all, "\n"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func TestWarningsComeBesideAPlan(t *testing.T) {
	plan, ds := compile(t, rule(ruleShrunk).Example)
	if plan == nil || len(ds) != 1 || !strings.Contains(ds[0].String(), ": warning AG203: ") {
		t.Errorf("plan %v, diagnostics %v", plan, ds)
	}
}
