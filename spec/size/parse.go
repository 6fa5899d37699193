package size

import (
	"errors"
	"math/big"
	"strings"
)

// Pattern matches what Parse reads, apart from fractions that are not a whole
// number of bytes and counts that do not fit 64 bits. It is a regular
// expression in the dialects of both Go and JSON Schema.
const Pattern = `^(0|[1-9][0-9]*)(\.[0-9]+)? ?(B|KiB|MiB|GiB|TiB|PiB|EiB)?$`

// ErrRange says that a well-formed count is below 0 or above 2^64-1 bytes.
var ErrRange = errors.New("size does not fit 64 bits")

// SyntaxError says why a text is not a size. Hint is what to write instead,
// "" where nobody can tell.
type SyntaxError struct {
	Problem string
	Hint    string
}

func (e *SyntaxError) Error() string { return e.Problem }

// units are ordered: each is 1024 times the one before.
var units = [...]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// maxText bounds the work of Parse. No size needs more characters: 2^64 has
// 20 digits, and 60 binary places need no more than 60 decimal ones.
const maxText = 96

// Parse reads a byte count: decimal digits, optionally with a fraction, then
// optionally a space and a unit from B to EiB in powers of 1024; without a
// unit the count is in bytes. A fraction must give whole bytes: "1.5KiB" is
// 1536, "0.3KiB" is an error. The error is ErrRange or a *SyntaxError.
func Parse(text string) (uint64, error) {
	magnitude, negative := strings.CutPrefix(text, "-")
	n, err := parse(magnitude)
	if err == nil && negative {
		return 0, ErrRange
	}
	return n, err
}

func parse(text string) (uint64, error) {
	whole, rest := digits(text)
	switch {
	case text == "":
		return 0, &SyntaxError{"is empty", "write a number of bytes, or a number and a unit such as 64KiB"}
	case len(text) > maxText:
		return 0, &SyntaxError{"is too long for a size", ""}
	case strings.HasPrefix(text, "0x"), strings.HasPrefix(text, "0X"):
		return 0, &SyntaxError{"is hexadecimal", "write the number in decimal digits"}
	case len(whole) > 1 && whole[0] == '0':
		return 0, &SyntaxError{"begins with a zero", "write it without, for some read 010 as 8"}
	case whole == "":
		return 0, &SyntaxError{"does not start with a digit", "write a number of bytes, or a number and a unit such as 64KiB"}
	}
	fraction := ""
	if after, point := strings.CutPrefix(rest, "."); point {
		fraction, rest = digits(after)
		if fraction == "" {
			return 0, &SyntaxError{"has no digit after the point", ""}
		}
	}
	power, err := unit(strings.TrimPrefix(rest, " "))
	if err != nil {
		return 0, err
	}
	return scale(whole, fraction, power)
}

// digits splits text behind its leading decimal digits.
func digits(text string) (head, tail string) {
	tail = strings.TrimLeft(text, "0123456789")
	return text[:len(text)-len(tail)], tail
}

// unit returns the power of 1024 that text names.
func unit(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	folded := strings.ToLower(text)
	for power, name := range units {
		if text == name {
			return power, nil
		}
		letter := strings.ToLower(name[:1])
		switch folded {
		case letter, letter + "b", letter + "ib", letter + "yte", letter + "ytes":
			return 0, &SyntaxError{"has the unknown unit \"" + text + "\"",
				"units are binary: write " + name + " for " + string(Append(nil, 1<<(10*power)))}
		}
	}
	return 0, &SyntaxError{"has an unknown unit", "known units: " + strings.Join(units[:], ", ")}
}

// scale returns whole.fraction × 1024^power, exactly or not at all.
func scale(whole, fraction string, power int) (uint64, error) {
	n, _ := new(big.Int).SetString(whole+fraction, 10)
	n.Lsh(n, uint(10*power))
	ten := big.NewInt(10)
	n, rest := n.QuoRem(n, ten.Exp(ten, big.NewInt(int64(len(fraction))), nil), new(big.Int))
	if rest.Sign() != 0 {
		return 0, &SyntaxError{"is not a whole number of bytes", "use a smaller unit or another fraction"}
	}
	if !n.IsUint64() {
		return 0, ErrRange
	}
	return n.Uint64(), nil
}
