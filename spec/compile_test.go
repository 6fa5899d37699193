package spec

import (
	"strings"
	"testing"
)

// good is a spec that gives every key.
const good = `# yaml-language-server: $schema=./allocgen.schema.json
version: 1
package: gpumem
target: host
concurrency: none
tests: false
arenas:
  device:
    alignment: 256
    max_live: 30000
    generations: 100
    pools:
      - {name: small, kind: sliced_pages, page_size: 2MiB, max_slice_size: 256KiB, max_pool_size: 64MiB, dealloc_period: 1000}
      - name: large
        kind: sliced_pages
        page_size: 1.5GiB
        max_slice_size: 1 GiB
  upload:
    pools:
      - {name: small, kind: sliced_pages, page_size: 65536, max_slice_size: "4096"}
  whole:
    pools:
      - {name: few, kind: exclusive_pages, max_alloc_size: 32KiB, growth: average, dealloc_period: 7}
      - {name: rest, kind: direct, reclaim_at: 7MiB}
names: false
call_sites: false
trace: false
last_events: 0
`

func TestAllProblemsAreFoundInOneRun(t *testing.T) {
	const bad = `version: 2
package: main
target: metal
concurrency: mutx
tests: yes
colour: red
tests: true
arenas:
  Device:
    alignment: 24
    pools:
      - {name: small, kind: sliced_page, page_sise: 4KiB, max_slice_size: -5, max_pool_size: 99EiB}
      - {kind: sliced_pages, page_size: 0x10, max_slice_size: 1.5, dealloc_period: 1e3, alignment: 4}
      - !pool {}
      -
  upload:
    max_live: 99999999999999999999
    generations: "5"
    pools:
      - {name: a, kind: sliced_pages, page_size: 1000, max_slice_size: 2000}
`
	want := []string{
		`1:10 AG105 version must be 1, not 2 / `,
		`2:10 AG109 package "main" means something else to the go command / choose a name that other packages can import`,
		`3:9 AG107 unknown target "metal", known: host, vulkan / `,
		`4:14 AG107 unknown concurrency "mutx", known: none, mutex, streams / did you mean mutex?`,
		`5:8 AG103 tests must be true or false, not the text "yes" / `,
		`6:1 AG101 unknown key "colour" / known keys: version, package, target, concurrency, device, tests, dry_run, names, call_sites, trace, last_events, arenas, errors`,
		`7:1 AG008 key "tests" is given twice / it is first given in line 5`,
		`9:3 AG108 arena name "Device" is not in snake_case / use lower-case letters and digits, a letter first, and single underscores between words`,
		`10:16 AG104 alignment 24 bytes is not a power of two / the nearest powers of two are 16 bytes and 32 bytes`,
		`12:29 AG107 unknown kind "sliced_page", known: sliced_pages, exclusive_pages, direct, tlsf, linear / did you mean sliced_pages?`,
		`12:42 AG101 unknown key "page_sise" / did you mean page_size?`,
		`12:75 AG105 max_slice_size must be at least 1 byte, not -5 / `,
		`12:94 AG105 max_pool_size must be at most 128 PiB (144115188075855872 bytes), not 99EiB / `,
		`13:9 AG102 the pool has no name / add name. The name of the pool, unique in its arena.`,
		`13:41 AG106 page_size "0x10" is hexadecimal / write the number in decimal digits`,
		`13:63 AG106 max_slice_size "1.5" is not a whole number of bytes / use a smaller unit or another fraction`,
		`13:84 AG106 dealloc_period "1e3" is not a whole number in decimal digits / write digits only, without a leading zero`,
		`13:89 AG101 unknown key "alignment" / alignment is a key of an arena`,
		`14:9 AG010 tag "!pool" is not part of the language / remove the tag`,
		`15:8 AG103 the pool must be a mapping, not empty / `,
		`17:15 AG105 max_live must be at most 16777216, not 99999999999999999999 / `,
		`18:18 AG103 generations must be a whole number, not the text "5" / remove the quotes`,
		`20:50 AG201 page_size 1000 bytes is not a multiple of the alignment, 16 bytes / the nearest multiples are 992 bytes and 1008 bytes`,
		`20:72 AG202 max_slice_size 1.95 KiB (2000 bytes) is more than page_size, 1000 bytes / a slice lies on one page`,
	}
	_, ds := compile(t, bad)
	var got []string
	for _, d := range ds {
		got = append(got, brief(d))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestOneMistakeGivesOneDiagnostic(t *testing.T) {
	arena := func(keys string) string {
		return exampleHead + "arenas:\n  d:\n    alignment: 16\n    pools:\n      - " + keys
	}
	for src, want := range map[string]string{
		good: "",
		// A bad alignment says nothing about multiples of it.
		strings.Replace(good, "alignment: 256", "alignment: 7", 1):    "AG104",
		strings.Replace(good, "alignment: 256", "alignment: wide", 1): "AG106",
		// A misspelt key is not missing too.
		strings.Replace(good, "package:", "pakage:", 1):                     "AG101",
		strings.Replace(good, "page_size: 2", "pagesize: 2", 1):             "AG101",
		strings.Replace(good, "kind: sliced_pages", "knd: sliced_pages", 1): "AG101",
		// What an alias repeats is said once.
		arena("&p {name: a, kind: sliced_pages, page_size: 1MB, max_slice_size: 16}\n  e: {pools: [*p]}\n"):   "AG106",
		arena("&p {name: a, kind: sliced_pages, page_size: 4KiB}\n  e: {pools: [*p]}\n"):                      "AG102",
		arena("{name: a, kind: sliced_pages, page_size: &s 1MB, max_slice_size: *s}\n"):                       "AG106",
		arena("{name: &s a, kind: sliced_pages, page_size: *s, max_slice_size: 16}\n"):                        "AG106",
		arena("{name: a, kind: sliced_pages, page_size: &s 4KiB, max_slice_size: *s}\n"):                      "",
		arena("{name: a, kind: sliced_pages, page_size: [], max_slice_size: 64KiB}\n"):                        "AG103",
		arena("{name: a, kind: sliced_pages, page_size: 4KiB, max_slice_size: 64KiB, max_pool_size: 1KiB}\n"): "AG202",
		arena("{name: a, kind: sliced_pages, page_size: 4KiB}\n  e: &e {}\n  f: *e\n"):                        "AG102 AG102",
	} {
		if got := broken(t, src); got != want {
			t.Errorf("got %q, want %q for\n%s", got, want, src)
		}
	}
}

func TestSpecsThatDefeatParsers(t *testing.T) {
	for src, want := range map[string]string{
		"":                                     "1:1 AG005",
		"\uFEFF":                               "1:1 AG005",
		"---\n":                                "2:1 AG007",
		"# c\n\n":                              "1:1 AG005",
		"null\n":                               "1:1 AG007",
		"text\n":                               "1:1 AG007",
		"5\n":                                  "1:1 AG007",
		good + "---\n":                         "29:1 AG006",
		good + "...\n":                         "",
		"\uFEFF" + good:                        "",
		strings.ReplaceAll(good, "\n", "\r\n"): "",
		good + "---\n[\n":                      "30:1 AG004",
		"a:\n\tb: 1\n":                         "2:2 AG004",
		"a: [1, 2\n":                           "1:1 AG004",
		"a: \"x\n":                             "1:1 AG004",
		"a: b: c\n":                            "1:1 AG004",
		"x: 1\ny: [\nz: 1\n":                   "2:1 AG004",
		"a: 'é\xff'\n":                         "1:6 AG002",
		"\xff\xfea\x00":                        "1:1 AG002",
		"a: \xed\xa0\x80\n":                    "1:4 AG002",
		"a: \x01\n":                            "1:4 AG003",
		"a: \uFEFF\n":                          "1:4 AG003",
		"a:\u2028  \x7f":                       "2:3 AG003",
		"a: &a [*a]\n":                         "1:8 AG011",
		"a: &a {b: [*a]}\n":                    "1:12 AG011",
		"*a : b\n":                             "1:1 AG011",
		"\uFEFFa: *b\n":                        "1:4 AG011",
		"!!map {}\n":                           "1:1 AG010",
		"!!binary aGk=\n":                      "1:1 AG010",
		"a: &x !t b\n":                         "1:1 AG101 1:7 AG010",
		strings.Repeat("[", maxBytes):          "1:1 AG012",
		strings.Repeat("- ", maxBytes/2):       "1:1 AG012",
		strings.Repeat("{a: ", 1000) + "1" + strings.Repeat("}", 1000): "1:258 AG012",
	} {
		_, ds := compile(t, src)
		var got []string
		for _, d := range ds {
			if d.Rule.ID != ruleMissing {
				got = append(got, strings.Join(strings.Fields(brief(d))[:2], " "))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("got %q, want %q for %s", got, want, quote(src))
		}
	}
}

func TestAliasBombIsRefused(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'k'; c++ {
		last := "*" + string(c-1)
		bomb += string(c) + ": &" + string(c) + " [" + strings.Repeat(last+",", 10) + "]\n"
	}
	_, ds := compile(t, bomb)
	if len(ds) != 1 || ds[0].Rule.ID != ruleAlias || !strings.Contains(ds[0].Message, "more than 10000 values") {
		t.Errorf("got %v", ds)
	}
}

func TestWideAliasIsRefused(t *testing.T) {
	within := "a: &a [" + strings.Repeat("x,", maxExpanded-1) + "]\nb: *a\n"
	beyond := "a: &a [" + strings.Repeat("x,", maxExpanded) + "]\nb: *a\n"
	if got := broken(t, within); strings.Contains(got, ruleAlias) {
		t.Errorf("an alias of %d values: %s", maxExpanded, got)
	}
	if got := broken(t, beyond); got != ruleAlias {
		t.Errorf("an alias of %d values: %s", maxExpanded+1, got)
	}
}

// brief returns a diagnostic in one line, without its name and source.
func brief(d Diagnostic) string {
	return decimal(uint64(d.Line)) + ":" + decimal(uint64(d.Col)) + " " + d.Rule.ID + " " + d.Message + " / " + d.Hint
}
