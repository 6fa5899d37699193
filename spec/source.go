package spec

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// maxBytes bounds a spec file. The largest sensible spec is far smaller.
const maxBytes = 1 << 20

const byteOrderMark = "\uFEFF"

// A source is a spec file as text, for positions. Lines break where YAML
// breaks them; columns count runes, and a byte that is not UTF-8 is one rune.
type source struct {
	name  string
	lines [][]rune
}

// A span is a place on one line. line and col start at 1; width counts runes
// and is at least 1.
type span struct {
	line, col, width int
}

func newSource(name string, src []byte) *source {
	text := strings.TrimPrefix(string(src), byteOrderMark)
	s := &source{name: name}
	start := 0
	for at, r := range text {
		switch r {
		case '\r':
			if strings.HasPrefix(text[at:], "\r\n") {
				continue
			}
		case '\n', '\u0085', '\u2028', '\u2029':
		default:
			continue
		}
		s.lines = append(s.lines, []rune(strings.TrimSuffix(text[start:at], "\r")))
		start = at + utf8.RuneLen(r)
	}
	s.lines = append(s.lines, []rune(text[start:]))
	return s
}

// line returns the n-th line.
func (s *source) line(n int) []rune { return s.lines[n-1] }

// clamp moves a span into the text: a span may start just behind a line's last
// rune, and ends no later than one rune behind it.
func (s *source) clamp(at span) span {
	at.line = min(max(at.line, 1), len(s.lines))
	behind := len(s.line(at.line)) + 1
	at.col = min(max(at.col, 1), behind)
	at.width = min(max(at.width, 1), max(behind-at.col, 1))
	return at
}

// whole returns the span of a line's text without the blanks around it.
func (s *source) whole(n int) span {
	n = min(max(n, 1), len(s.lines))
	text := strings.TrimRight(string(s.line(n)), " \t")
	body := strings.TrimLeft(text, " \t")
	return s.clamp(span{n, len(text) - len(body) + 1, utf8.RuneCountInString(body)})
}

// offset returns the span of the rune at a byte offset of the text.
func (s *source) offset(text string, at int) span {
	before := newSource(s.name, []byte(text[:at]))
	last := len(before.lines)
	return s.clamp(span{last, len(before.line(last)) + 1, 1})
}

// node returns the span of a YAML node: a scalar's text as far as it is on its
// first line, without the anchor and tag before it; one rune for a collection.
func (s *source) node(n *yaml.Node) span {
	at := s.clamp(span{n.Line, n.Column, 1})
	text := s.line(at.line)[at.col-1:]
	for isProperty(text) {
		end := propertyWidth(text)
		if end == len(text) {
			at.width = end
			return s.clamp(at)
		}
		at.col += end
		text = text[end:]
	}
	switch {
	case n.Kind == yaml.AliasNode:
		at.width = 1 + utf8.RuneCountInString(n.Value)
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		at.width = quotedWidth(text)
	case n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0:
		at.width = utf8.RuneCountInString(n.Value)
	}
	return s.clamp(at)
}

// tag returns the span of the tag before a YAML node.
func (s *source) tag(n *yaml.Node) span {
	at := s.clamp(span{n.Line, n.Column, 1})
	text := s.line(at.line)[at.col-1:]
	for isProperty(text) && text[0] != '!' {
		end := propertyWidth(text)
		at.col += end
		text = text[end:]
	}
	if end := slices.Index(text, ' '); end >= 0 {
		text = text[:end]
	}
	at.width = len(text)
	return s.clamp(at)
}

// isProperty reports whether text opens with an anchor or a tag.
func isProperty(text []rune) bool {
	return len(text) > 0 && (text[0] == '&' || text[0] == '!')
}

// propertyWidth returns the width of the anchor or tag that text opens with,
// and of the blanks behind it.
func propertyWidth(text []rune) int {
	end := 0
	for end < len(text) && text[end] != ' ' {
		end++
	}
	for end < len(text) && text[end] == ' ' {
		end++
	}
	return end
}

// quotedWidth returns the width of the quoted scalar that text opens with, or
// of all of text if the scalar goes on in the next line.
func quotedWidth(text []rune) int {
	escaped := false
	for at := 1; at < len(text); at++ {
		switch {
		case escaped:
			escaped = false
		case text[at] == '\\' && text[0] == '"':
			escaped = true
		case text[at] == text[0]:
			return at + 1
		}
	}
	return len(text)
}
