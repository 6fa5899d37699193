package spec

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// parse turns the bytes into the node tree of their only document. It returns
// nil if that failed, and has then reported why.
func parse(r *reporter, src []byte) *yaml.Node {
	if !readable(r, src) {
		return nil
	}
	documents := yaml.NewDecoder(bytes.NewReader(src))
	root, err := next(documents)
	switch {
	case errors.Is(err, io.EOF):
		r.report(ruleEmpty, span{1, 1, 1}, "the file holds no spec", "allocgen init writes a spec to start from")
		return nil
	case err != nil:
		reportSyntax(r, err)
		return nil
	}
	second, err := next(documents)
	switch {
	case err == nil:
		r.report(ruleDocuments, r.source.whole(second.Line), "a second document begins here",
			"write one spec a file, and no second ---")
		return nil
	case !errors.Is(err, io.EOF):
		reportSyntax(r, err)
		return nil
	}
	return root.Content[0]
}

// readable reports whether the bytes are text that YAML allows, so that the
// parser's own complaints, which have no position, never come up.
func readable(r *reporter, src []byte) bool {
	if len(src) > maxBytes {
		r.report(ruleTooLarge, span{1, 1, 1}, fmt.Sprintf("the file has %d bytes, more than %d", len(src), maxBytes), "")
		return false
	}
	text := strings.TrimPrefix(string(src), byteOrderMark)
	for at, c := range text {
		if c == utf8.RuneError {
			if _, width := utf8.DecodeRuneInString(text[at:]); width == 1 {
				r.report(ruleEncoding, r.source.offset(text, at),
					fmt.Sprintf("byte 0x%02x is not UTF-8", text[at]), "save the file as UTF-8")
				return false
			}
		}
		if !allowed(c) {
			r.report(ruleControl, r.source.offset(text, at),
				fmt.Sprintf("YAML does not allow the character %U", c), "remove it")
			return false
		}
	}
	return true
}

// allowed reports whether a YAML stream may hold the character.
func allowed(c rune) bool {
	switch c {
	case '\t', '\n', '\r', '\u0085':
		return true
	case '\uFEFF', '\uFFFE', '\uFFFF':
		return false
	}
	return c >= ' ' && c <= '~' || c >= '\u00A0'
}

// next reads one document. The parser is known to panic on some inputs; that
// becomes an error like any other.
func next(documents *yaml.Decoder) (document *yaml.Node, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("yaml: the parser gave up on this file (%v)", fault)
		}
	}()
	document = new(yaml.Node)
	if err := documents.Decode(document); err != nil {
		return nil, err
	}
	if document.Kind != yaml.DocumentNode || len(document.Content) != 1 {
		return nil, io.EOF
	}
	return document, nil
}

// grammar lists the complaints of the second of the parser's two stages. They
// name the line before the one they mean.
var grammar = []string{
	"did not find expected <",
	"did not find expected node content",
	"did not find expected '-' indicator",
	"did not find expected key",
	"did not find expected ','",
	"found undefined tag handle",
	"found duplicate",
	"found incompatible YAML document",
}

// reportSyntax reports an error of the YAML parser in our form.
func reportSyntax(r *reporter, err error) {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	at := r.source.whole(1)
	if rest, found := strings.CutPrefix(message, "line "); found {
		number, text, _ := strings.Cut(rest, ": ")
		n, _ := strconv.Atoi(number)
		stale := func(complaint string) bool { return strings.HasPrefix(text, complaint) }
		if slices.ContainsFunc(grammar, stale) {
			n++
		}
		// What is missing at the end of the file is best seen in its last line.
		for n = min(n, len(r.source.lines)); n > 1 && strings.TrimSpace(string(r.source.line(n))) == ""; {
			n--
		}
		message, at = text, r.source.whole(n)
	}
	if strings.HasPrefix(message, "exceeded max depth") {
		r.report(ruleDepth, at, tooDeep, "")
		return
	}
	if rest, found := strings.CutPrefix(message, "unknown anchor '"); found {
		anchor, _, _ := strings.Cut(rest, "'")
		r.report(ruleAlias, r.source.find("*"+anchor), "no anchor "+quote(anchor)+" comes before this alias",
			"mark the value to repeat with &"+anchor)
		return
	}
	hint := ""
	line := string(r.source.line(at.line))
	if indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]; strings.Contains(indent, "\t") {
		hint = "indent with spaces: YAML forbids tabs there"
	}
	r.report(ruleSyntax, at, message, hint)
}

// find returns the span of the first place that holds text outside a comment
// line, or the first line if there is none.
func (s *source) find(text string) span {
	for i, runes := range s.lines {
		line := string(runes)
		at := strings.Index(line, text)
		if at < 0 || strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") {
			continue
		}
		return s.clamp(span{i + 1, utf8.RuneCountInString(line[:at]) + 1, utf8.RuneCountInString(text)})
	}
	return s.whole(1)
}
