package vkrt

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A reader walks the tokens of a file that is known to be JSON.
type reader struct {
	name     string
	src      []byte
	dec      *json.Decoder
	start    int // offset of the last token
	problems []Problem
}

// A key is one that an object may have, with the reader of its value.
type key struct {
	name     string
	required bool
	read     func()
}

// object reads an object with some of the keys.
func (r *reader) object(keys []key) {
	if tok := r.next(); tok != json.Delim('{') {
		r.mismatch("an object", tok)
		return
	}
	start := r.start
	seen := make([]bool, len(keys))
	for r.dec.More() {
		name := r.next()
		i := slices.IndexFunc(keys, func(k key) bool { return k.name == name })
		switch {
		case i < 0:
			r.problem("unknown key %q", name)
			r.skip(r.next())
		case seen[i]:
			r.problem("key %q is there twice", name)
			r.skip(r.next())
		default:
			seen[i] = true
			keys[i].read()
		}
	}
	r.next()
	for i, k := range keys {
		if k.required && !seen[i] {
			r.problemAt(start, "key %q is missing", k.name)
		}
	}
}

// list reads a list, each item with the function given.
func (r *reader) list(item func()) {
	if tok := r.next(); tok != json.Delim('[') {
		r.mismatch("a list", tok)
		return
	}
	for r.dec.More() {
		item()
	}
	r.next()
}

func (r *reader) text(to *string) bool {
	tok := r.next()
	text, ok := tok.(string)
	if !ok {
		r.mismatch("a string", tok)
	}
	*to = text
	return ok
}

func (r *reader) flag(to *bool) {
	tok := r.next()
	flag, ok := tok.(bool)
	if !ok {
		r.mismatch("true or false", tok)
	}
	*to = flag
}

func (r *reader) number(to *uint64, top uint64) {
	tok := r.next()
	digits, ok := tok.(json.Number)
	if !ok {
		r.mismatch("a number", tok)
		return
	}
	n, err := strconv.ParseUint(digits.String(), 10, 64)
	if err != nil || n > top {
		r.problem("%.40s is not a whole number from 0 to %d", digits, top)
		return
	}
	*to = n
}

// null reads a null if it is the next token.
func (r *reader) null() bool {
	if !bytes.HasPrefix(r.src[r.ahead():], []byte("null")) {
		return false
	}
	r.next()
	return true
}

// next returns the next token.
func (r *reader) next() json.Token {
	r.start = r.ahead()
	tok, err := r.dec.Token()
	if err != nil {
		panic(err) // valid has found the file to be JSON
	}
	return tok
}

// ahead returns the offset of the next token.
func (r *reader) ahead() int {
	at := int(r.dec.InputOffset())
	return at + len(r.src[at:]) - len(bytes.TrimLeft(r.src[at:], " \t\r\n,:"))
}

// skip skips the rest of the value that begins with a token.
func (r *reader) skip(tok json.Token) {
	depth := 0
	for {
		switch tok {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return
		}
		tok = r.next()
	}
}

// mismatch reports a value of a wrong type, by its first token, and skips it.
func (r *reader) mismatch(want string, tok json.Token) {
	var got string
	switch tok := tok.(type) {
	case nil:
		got = "null"
	case string:
		got = "a string"
	case bool:
		got = strconv.FormatBool(tok)
	case json.Number:
		got = "a number"
	default:
		got = "an object"
		if tok == json.Delim('[') {
			got = "a list"
		}
	}
	r.problem("%s, want %s", got, want)
	r.skip(tok)
}

// valid reports whether the file is JSON of a bounded size in UTF-8.
func (r *reader) valid() bool {
	if len(r.src) > MaxProfile {
		r.problemAt(MaxProfile, "longer than %d bytes", MaxProfile)
		return false
	}
	for at := 0; at < len(r.src); {
		c, size := utf8.DecodeRune(r.src[at:])
		if c == utf8.RuneError && size == 1 {
			r.problemAt(at, "not UTF-8")
			return false
		}
		at += size
	}
	var value json.RawMessage
	var syntax *json.SyntaxError
	if err := json.Unmarshal(r.src, &value); errors.As(err, &syntax) {
		at := int(syntax.Offset)
		if at > 0 && at <= len(r.src) && !strings.HasPrefix(syntax.Error(), "unexpected end") {
			at-- // the offset is behind the offending byte
		}
		r.problemAt(at, "%v", syntax)
		return false
	}
	return true
}

// problem reports a problem with the last token.
func (r *reader) problem(format string, args ...any) { r.problemAt(r.start, format, args...) }

func (r *reader) problemAt(at int, format string, args ...any) {
	before := r.src[:at]
	r.problems = append(r.problems, Problem{
		File:    r.name,
		Line:    1 + bytes.Count(before, []byte("\n")),
		Column:  at - bytes.LastIndexByte(before, '\n'),
		Message: fmt.Sprintf(format, args...),
	})
}
