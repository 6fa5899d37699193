package size

import (
	"errors"
	"math"
	"regexp"
	"strings"
	"testing"
)

var pattern = regexp.MustCompile(Pattern)

func TestParse(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "1": 1, "10": 10, "4096": 4096, "7B": 7, "1.0": 1,
		"2KiB": 2048, "2 KiB": 2048, "1.5MiB": 1536 << 10, "0.25 KiB": 256,
		"3GiB": 3 << 30, "5TiB": 5 << 40, "6PiB": 6 << 50, "15EiB": 15 << 60,
		"15.5EiB":              31 << 59,
		"18446744073709551615": math.MaxUint64,
		"0.0009765625KiB":      1,
	} {
		got, err := Parse(text)
		if err != nil || got != want {
			t.Errorf("Parse(%q) = %d, %v; want %d", text, got, err, want)
		}
		if !pattern.MatchString(text) {
			t.Errorf("Pattern refuses %q, which Parse reads", text)
		}
	}
}

func TestParseRange(t *testing.T) {
	for _, text := range []string{"-1", "-2MiB", "18446744073709551616", "16EiB", strings.Repeat("9", 90)} {
		if _, err := Parse(text); !errors.Is(err, ErrRange) {
			t.Errorf("Parse(%q): %v, want ErrRange", text, err)
		}
	}
}

func TestParseSyntax(t *testing.T) {
	for text, hint := range map[string]string{
		"":                        "64KiB",
		" ":                       "64KiB",
		"MiB":                     "64KiB",
		".5MiB":                   "64KiB",
		"+5":                      "64KiB",
		"--5":                     "",
		"1MB":                     "write MiB for 1 MiB (1048576 bytes)",
		"1mib":                    "write MiB",
		"1M":                      "write MiB",
		"1kb":                     "write KiB",
		"1K":                      "write KiB",
		"8bytes":                  "write B",
		"1EB":                     "write EiB",
		"1 zib":                   "known units: B, KiB",
		"1e6":                     "known units",
		"1_000":                   "known units",
		"1,5MiB":                  "known units",
		"2  MiB":                  "known units",
		"2MiB ":                   "known units",
		"0x10":                    "decimal",
		"010":                     "read 010 as 8",
		"00":                      "read 010 as 8",
		"1.MiB":                   "",
		"0.3KiB":                  "smaller unit",
		"0.5":                     "smaller unit",
		strings.Repeat("1", 1000): "",
	} {
		_, err := Parse(text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(syntax.Hint, hint) {
			t.Errorf("Parse(%q): %v, want a hint with %q", text, err, hint)
		}
		if whole := errors.As(err, &syntax) && syntax.Problem == "is not a whole number of bytes"; !whole &&
			len(text) <= maxText && pattern.MatchString(text) {
			t.Errorf("Pattern accepts %q, which Parse refuses", text)
		}
	}
}

func TestParseReadsEveryUnitItNames(t *testing.T) {
	for power, name := range units {
		got, err := Parse("1" + name)
		if want := uint64(1) << (10 * power); err != nil || got != want {
			t.Errorf("Parse(1%s) = %d, %v; want %d", name, got, err, want)
		}
	}
}
