package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// A sheet is the text of a valid spec, with the nodes that say where in it things
// are. Edits change the bytes of what they name and leave all others, comments and
// order among them.
type sheet struct {
	text  []byte
	root  *yaml.Node
	lines []int  // offset of each line's first byte
	eol   string // how lines end
}

// readSheet reads the text of a spec.
func readSheet(text []byte) (*sheet, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	s := &sheet{text: text, root: document.Content[0], lines: []int{0}, eol: "\n"}
	if bytes.Contains(text, []byte("\r\n")) {
		s.eol = "\r\n"
	}
	for i, b := range text {
		if b == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s, nil
}

// find follows keys, and for a sequence the name of an entry, from a node. It
// returns nil where there is nothing, or an alias, which stands for text elsewhere.
func find(n *yaml.Node, path ...string) *yaml.Node {
	for _, key := range path {
		var next *yaml.Node
		switch n.Kind {
		case yaml.MappingNode:
			if i := keyOf(n, key); i >= 0 {
				next = n.Content[i+1]
			}
		case yaml.SequenceNode:
			i := slices.IndexFunc(n.Content, func(entry *yaml.Node) bool {
				name := find(entry, "name")
				return name != nil && name.Value == key
			})
			if i >= 0 {
				next = n.Content[i]
			}
		}
		if next == nil || next.Kind == yaml.AliasNode {
			return nil
		}
		n = next
	}
	return n
}

// keyOf returns the index of a key among the nodes of a mapping, or -1.
func keyOf(mapping *yaml.Node, key string) int {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return i
		}
	}
	return -1
}

// start returns the offset of a node's first byte.
func (s *sheet) start(n *yaml.Node) int {
	at := s.lines[n.Line-1]
	for range n.Column - 1 {
		_, width := utf8.DecodeRune(s.text[at:])
		at += width
	}
	return at
}

// end returns the offset behind a node's last byte. It fails for what spans lines
// in ways that a spec does not need.
func (s *sheet) end(n *yaml.Node) (int, error) {
	at := s.start(n)
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0:
		return 0, fmt.Errorf("line %d: cannot edit what has an anchor, an alias or a tag", n.Line)
	case n.Kind != yaml.ScalarNode && n.Style&yaml.FlowStyle != 0:
		return s.closing(at), nil
	case n.Kind != yaml.ScalarNode:
		return s.end(n.Content[len(n.Content)-1])
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		return s.unquoted(at), nil
	case bytes.HasPrefix(s.text[at:], []byte(n.Value)) && n.Style == 0:
		return at + len(n.Value), nil
	}
	return 0, fmt.Errorf("line %d: cannot edit a text of several lines", n.Line)
}

// unquoted returns the offset behind the quoted text at an offset.
func (s *sheet) unquoted(at int) int {
	quote := s.text[at]
	for at++; s.text[at] != quote; at++ {
		if quote == '"' && s.text[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// closing returns the offset behind the bracket that closes the one at an offset.
func (s *sheet) closing(at int) int {
	depth := 0
	for {
		switch b := s.text[at]; {
		case b == '{' || b == '[':
			depth++
		case b == '}' || b == ']':
			if depth--; depth == 0 {
				return at + 1
			}
		case strings.IndexByte(`"'`, b) >= 0 && strings.IndexByte(" {[,", s.text[at-1]) >= 0:
			at = s.unquoted(at)
			continue
		case b == '#' && (s.text[at-1] == ' ' || s.text[at-1] == '\n'):
			at += bytes.IndexByte(s.text[at:], '\n')
		}
		at++
	}
}

// with returns the text with the bytes between two offsets replaced.
func (s *sheet) with(from, to int, by string) []byte {
	return slices.Concat(s.text[:from], []byte(by), s.text[to:])
}

// put returns the text with a key of a mapping set, or without it for a value of "".
func (s *sheet) put(mapping *yaml.Node, key, value string) ([]byte, error) {
	if value == "" {
		return s.drop(mapping, key)
	}
	return s.set(mapping, key, value)
}

// set returns the text with a key of a mapping set, behind the others if it is new.
func (s *sheet) set(mapping *yaml.Node, key, value string) ([]byte, error) {
	if i := keyOf(mapping, key); i >= 0 {
		to, err := s.end(mapping.Content[i+1])
		return s.with(s.start(mapping.Content[i+1]), to, value), err
	}
	last := mapping.Content[len(mapping.Content)-1]
	at, err := s.end(last)
	if err != nil {
		return nil, err
	}
	if mapping.Style&yaml.FlowStyle != 0 {
		return s.with(at, at, ", "+key+": "+value), nil
	}
	indent := strings.Repeat(" ", mapping.Content[0].Column-1)
	if next := bytes.IndexByte(s.text[at:], '\n'); next >= 0 {
		at += next + 1
		return s.with(at, at, indent+key+": "+value+s.eol), nil
	}
	return s.with(len(s.text), len(s.text), s.eol+indent+key+": "+value), nil
}

// drop returns the text without a key of a mapping, which has others.
func (s *sheet) drop(mapping *yaml.Node, key string) ([]byte, error) {
	i := keyOf(mapping, key)
	if i < 0 {
		return s.text, nil
	}
	from := s.start(mapping.Content[i])
	to, err := s.end(mapping.Content[i+1])
	switch {
	case err != nil:
		return nil, err
	case mapping.Style&yaml.FlowStyle != 0 && i > 0:
		before, err := s.end(mapping.Content[i-1])
		return s.with(before, to, ""), err
	case mapping.Style&yaml.FlowStyle != 0:
		return s.with(from, s.start(mapping.Content[i+2]), ""), nil
	case i == 0: // the first key may follow the dash of its entry
		return s.with(from, s.start(mapping.Content[2]), ""), nil
	}
	if behind := bytes.TrimLeft(s.text[to:], " \t"); bytes.HasPrefix(behind, []byte("#")) { // it stays, on a line of its own
		return s.with(from, len(s.text)-len(behind), ""), nil
	}
	from = s.lines[mapping.Content[i].Line-1]
	if next := bytes.IndexByte(s.text[to:], '\n'); next >= 0 {
		return s.with(from, to+next+1, ""), nil
	}
	return s.with(from, len(s.text), ""), nil
}
