package snapshot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// MaxFile bounds what Read and ReadHistory take, in bytes.
const MaxFile = 256 << 20

// An Error is what is wrong with a file, and where.
type Error struct {
	Line, Column int // from 1; the column in bytes, 0 for a whole line
	Message      string
}

func (e *Error) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("%d: %s", e.Line, e.Message)
	}
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

// errTooLong is what Read and ReadHistory say of a file above MaxFile.
var errTooLong = fmt.Errorf("longer than %d bytes", MaxFile)

// readAll reads r to its end, up to MaxFile.
func readAll(r io.Reader) ([]byte, error) {
	src, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err == nil && len(src) > MaxFile {
		err = errTooLong
	}
	return src, err
}

// tokens walks the tokens of a JSON file. The first error sticks: from then on
// objects and lists end, and values are zero.
type tokens struct {
	src   []byte
	dec   *json.Decoder
	start int // offset of the last token
	err   error
}

func newTokens(src []byte) *tokens {
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	return &tokens{src: src, dec: dec}
}

// failAt sets the error, of which the first counts.
func (t *tokens) failAt(at int, format string, args ...any) {
	if t.err != nil {
		return
	}
	before := t.src[:min(at, len(t.src))]
	t.err = &Error{
		Line:    1 + bytes.Count(before, []byte("\n")),
		Column:  len(before) - bytes.LastIndexByte(before, '\n'),
		Message: fmt.Sprintf(format, args...),
	}
}

func (t *tokens) fail(format string, args ...any) { t.failAt(t.start, format, args...) }

// next returns the next token, nil after an error.
func (t *tokens) next() json.Token {
	if t.err != nil {
		return nil
	}
	t.start = t.ahead()
	token, err := t.dec.Token()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		t.failAt(len(t.src), "the file ends within a value")
	case err != nil:
		t.fail("%v", err)
	}
	return token
}

// more reports whether the object or list has more to read.
func (t *tokens) more() bool { return t.err == nil && t.dec.More() }

// object reads an object and calls value for every key, to read what it has.
func (t *tokens) object(value func(key string)) {
	if token := t.next(); token != json.Delim('{') {
		t.mismatch("an object", token)
		return
	}
	for t.more() {
		if key, ok := t.next().(string); ok {
			value(key)
		}
	}
	t.next()
}

// list reads a list and calls value for every item, to read it.
func (t *tokens) list(value func()) {
	if token := t.next(); token != json.Delim('[') {
		t.mismatch("a list", token)
		return
	}
	for t.more() {
		value()
	}
	t.next()
}

// ahead returns the offset of the next token.
func (t *tokens) ahead() int {
	at := int(t.dec.InputOffset())
	return at + len(t.src[at:]) - len(bytes.TrimLeft(t.src[at:], " \t\r\n,:"))
}

// nextIsList reports whether the next value is a list.
func (t *tokens) nextIsList() bool {
	return t.err == nil && bytes.HasPrefix(t.src[t.ahead():], []byte("["))
}

// number reads a whole number of 64 bits.
func (t *tokens) number() uint64 {
	token := t.next()
	digits, ok := token.(json.Number)
	if !ok {
		t.mismatch("a number", token)
		return 0
	}
	n, err := strconv.ParseUint(digits.String(), 10, 64)
	if err != nil {
		t.fail("%.40s is not a whole number of 64 bits", digits)
	}
	return n
}

// text reads a string.
func (t *tokens) text() string {
	token := t.next()
	text, ok := token.(string)
	if !ok {
		t.mismatch("a string", token)
	}
	return text
}

// skip reads a value of any kind.
func (t *tokens) skip() {
	for depth := 0; t.err == nil; {
		switch t.next() {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return
		}
	}
}

// mismatch says that a value, of which token is the first, is of another kind
// than was wanted.
func (t *tokens) mismatch(want string, token json.Token) {
	got := strings.TrimPrefix(fmt.Sprintf("%T", token), "json.")
	switch token {
	case nil:
		got = "null"
	case json.Delim('{'), json.Delim('}'):
		got = "an object"
	case json.Delim('['), json.Delim(']'):
		got = "a list"
	}
	t.fail("%s, want %s", strings.ToLower(got), want)
}
