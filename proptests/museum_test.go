package proptests

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestMuseumIsComplete: each kind of fault in the museum's table is shown by exhibits
// or tests that there are, and each exhibit is in the table.
func TestMuseumIsComplete(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("museum", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "|---|---|\n")
	quoted := regexp.MustCompile("`([^`]+)`")
	var shown []string
	for row := range strings.Lines(table) {
		places := quoted.FindAllStringSubmatch(row, -1)
		if len(places) == 0 {
			t.Errorf("nothing shows: %s", row)
		}
		for _, place := range places {
			if strings.HasSuffix(place[1], exhibitSuffix) {
				shown = append(shown, place[1])
			} else if directory, test, _ := strings.Cut(place[1], "."); !hasTest(t, directory, test) {
				t.Errorf("no test %s in %s", test, directory)
			}
		}
	}
	exhibits, err := readMuseum(os.DirFS("museum"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range exhibits {
		if !slices.Contains(shown, e.file) {
			t.Errorf("%s is not in the table", e.file)
		}
		shown = slices.DeleteFunc(shown, func(name string) bool { return name == e.file })
	}
	if len(shown) > 0 {
		t.Errorf("no exhibits %v", shown)
	}
}

func hasTest(t *testing.T, directory, test string) bool {
	t.Helper()
	return occurs(t, filepath.Join("..", directory, "*_test.go"), "\nfunc "+test+"(t *testing.T)")
}

// occurs reports whether a text is in one of the files that a pattern matches.
func occurs(t *testing.T, pattern, text string) bool {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		source, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(source), text)
	})
}

// TestExhibitsAreShown: the package of each arena that an exhibit names replays the
// museum on it.
func TestExhibitsAreShown(t *testing.T) {
	exhibits, err := readMuseum(os.DirFS("museum"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range exhibits {
		for _, name := range e.arenas {
			in, arena, _ := strings.Cut(name, ".")
			words := strings.Split(arena, "_")
			for i, word := range words[1:] {
				words[i+1] = strings.ToUpper(word[:1]) + word[1:]
			}
			if subject := strings.Join(words, "") + "Subject()"; !occurs(t, filepath.Join("..", "generated", in, "museum_test.go"), subject) {
				t.Errorf("%s: the museum's test of %s has no %s", e.file, in, subject)
			}
		}
	}
}

func TestExhibitsRefused(t *testing.T) {
	const head = "# arenas: naive.main\n"
	for text, want := range map[string]string{
		head + "a 0 1 1 -> somewhere":      `x.ops:2: "somewhere" is no offset`,
		head + "a 0 1 1\nf 0 -> lost 3":    `x.ops:3: "lost 3" is no offset`,
		head + "a 0 1":                     "x.ops:2: 2 operands",
		head + "b 0":                       `x.ops:2: unknown operation "b"`,
		head + "-> 3":                      "x.ops:2: no operation",
		"# arena: naive.main\na 0 1 1":     `x.ops:1: unknown head "arena:"`,
		head + "repeat 3\nc":               "x.ops:3: a repetition is open",
		head + "repeat three\nc\ndone":     "x.ops:2: repeat three times, not 1 to 10000",
		head:                               "x.ops:1: a repetition is open, or no arena is named, or nothing happens",
		"c":                                "no arena is named",
		head + "c -> returns 1000000 more": "is no offset",
	} {
		_, err := readMuseum(fstest.MapFS{"x.ops": {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestExhibitsFail: an exhibit that expects what is not so, of the instance or of both
// sides, says where.
func TestExhibitsFail(t *testing.T) {
	const lines = "# arenas: naive.main\na 0 64 1 -> 0, in_use 64\na 1 16 1 -> 64\nf 0\na 2 16 1 -> 0\n"
	for _, c := range []struct{ bug, lines, want string }{
		{"", lines, ""},
		{"", lines + "a 3 16 1 -> 0", "x.ops:6: a 3 16 1: the instance: at 32, want 0"},
		{"", lines + "f 0", "x.ops:6: f 0: the instance: UnknownAllocation, want success"},
		{"", lines + "c -> OutOfSpace", "x.ops:6: c: the instance: success, want OutOfSpace"},
		{"best fit", lines + "a 3 448 1\nf 2\na 4 16 1 -> 0", "law first-fit"},
	} {
		e, err := readExhibit("x.ops", c.lines)
		if err != nil {
			t.Fatal(err)
		}
		err = e.replay(naiveSubject(declarations()["ladder"], c.bug))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("bug %q: %v, want %q", c.bug, err, c.want)
		}
	}
}
