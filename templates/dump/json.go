package dump

import (
	"strconv"
	"unicode/utf8"
)

// writer writes JSON. What opens an object or a list says on how many lines it
// is: every member on one of its own, or all on one.
type writer struct {
	text    []byte
	depth   int
	follows bool // a member, at this depth
	flat    bool // all on one line
}

// member begins what is next in an object or a list.
func (w *writer) member() {
	if w.follows {
		w.text = append(w.text, ',')
	}
	if !w.flat {
		w.line()
	} else if w.follows {
		w.text = append(w.text, ' ')
	}
	w.follows = true
}

// line begins a line.
func (w *writer) line() {
	w.text = append(w.text, '\n')
	for range w.depth {
		w.text = append(w.text, '\t')
	}
}

// key begins a member of an object.
func (w *writer) key(name string) {
	w.member()
	w.text = append(append(append(w.text, '"'), name...), `": `...)
}

// numbered is key for a name that ends in a number.
func (w *writer) numbered(name string, n uint64) {
	w.member()
	w.text = append(append(w.text, '"'), name...)
	w.text = append(strconv.AppendUint(w.text, n, 10), `": `...)
}

// open opens an object or a list.
func (w *writer) open(bracket byte, flat bool) {
	w.text = append(w.text, bracket)
	w.depth++
	w.follows, w.flat = false, flat
}

// end closes an object or a list. What it is in has lines.
func (w *writer) end(bracket byte) {
	w.depth--
	if w.follows && !w.flat {
		w.line()
	}
	w.text = append(w.text, bracket)
	w.follows, w.flat = true, false
}

// number adds a member that is a number.
func (w *writer) number(name string, n uint64) {
	w.key(name)
	w.text = strconv.AppendUint(w.text, n, 10)
}

// quoted adds a member that is a string.
func (w *writer) quoted(name, value string) {
	w.key(name)
	w.text = append(w.text, '"')
	w.escape(value)
	w.text = append(w.text, '"')
}

// escape adds the inside of a string. What is not UTF-8 becomes the replacement
// character.
func (w *writer) escape(value string) {
	const digits = "0123456789abcdef"
	for len(value) > 0 {
		r, size := utf8.DecodeRuneInString(value)
		value = value[size:]
		switch {
		case r == '"' || r == '\\':
			w.text = append(w.text, '\\', byte(r))
		case r < ' ':
			w.text = append(w.text, '\\', 'u', '0', '0', digits[r>>4], digits[r&15])
		default:
			w.text = utf8.AppendRune(w.text, r)
		}
	}
}
