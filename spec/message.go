package spec

import (
	"slices"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"
)

// A Piece is a part of an error's message: text as it stands, or a field that
// the failure fills in. One of the two is empty.
type Piece struct{ Text, Field string }

// parseMessage cuts a message at its braces, or says what is wrong with it.
func parseMessage(text string) (pieces []Piece, problem, hint string) {
	const how = "write {requested}, for example; braces have no other use"
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return nil, "has a character that does not print", "write it on one line, with spaces only"
	}
	for text != "" {
		at := strings.IndexAny(text, "{}")
		if at < 0 {
			return append(pieces, Piece{Text: text}), "", ""
		}
		if at > 0 {
			pieces = append(pieces, Piece{Text: text[:at]})
		}
		field, rest, closed := strings.Cut(text[at+1:], "}")
		if text[at] == '}' {
			return nil, "closes a brace that it did not open", how
		}
		if !closed {
			return nil, "opens a brace that it does not close", how
		}
		if known := payloadNames(); !slices.Contains(known, field) {
			if hint = didYouMean(field, known); hint == "" {
				hint = "known fields: " + strings.Join(known, ", ")
			}
			return nil, "has the unknown field " + quote(field), hint
		}
		pieces, text = append(pieces, Piece{Field: field}), rest
	}
	return pieces, "", ""
}

// messagePattern is what parseMessage reads, in the dialect of JSON Schema.
func messagePattern() string {
	return `^([^{}]|\{(` + strings.Join(payloadNames(), "|") + `)\})*$`
}

// message decodes the message of an error.
func (d *decoder) message(f Field, at span, n *yaml.Node) string {
	if !d.scalar(f, at, n, "!!str") {
		return ""
	}
	_, problem, hint := parseMessage(n.Value)
	if length := uint64(len([]rune(n.Value))); length < f.Min || length > f.Max {
		problem, hint = "has "+decimal(length)+" characters, not "+decimal(f.Min)+" to "+decimal(f.Max), ""
	}
	if problem != "" {
		d.report(ruleMessage, at, f.Key+" "+quote(n.Value)+" "+problem, hint)
	}
	return n.Value
}
