package specialise

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A source is one Go file on its way through the passes. Passes record edits;
// apply makes them all at once.
type source struct {
	name   string // as in positions, until rename gives it the output name
	base   string // base name of the file in its template or in the glue
	text   []byte
	glue   bool // from the caller, not from a template
	test   bool
	syntax *ast.File
	tok    *token.File
	edits  []edit
}

// An edit replaces the bytes [from, to) of a text. One that only inserts says
// where the code begins that the insertion ends.
type edit struct {
	from, to int
	text     string
	begin    int
}

func newSource(name, base string, text []byte) *source {
	return &source{name: name, base: base, text: text, test: strings.HasSuffix(base, "_test.go")}
}

// parse makes syntax and tok those of text, if they aren't already.
func (s *source) parse(fset *token.FileSet) (err error) {
	if s.syntax != nil {
		return nil
	}
	s.syntax, err = parser.ParseFile(fset, s.name, s.text, parser.ParseComments|parser.SkipObjectResolution)
	if err == nil {
		s.tok = fset.File(s.syntax.FileStart)
	}
	return err
}

// apply makes the recorded edits and reports whether there were any. An edit
// within another is lost with the code it was for; of two that overlap
// otherwise, as where the white space around two removals is the same, both
// are made.
func (s *source) apply() bool {
	if len(s.edits) == 0 {
		return false
	}
	slices.SortStableFunc(s.edits, func(a, b edit) int {
		if a.from == b.from && a.inserts() != b.inserts() {
			return cmp.Compare(a.to, b.to)
		}
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to))
	})
	var out bytes.Buffer
	start, at := 0, 0 // of the last edit made
	for _, e := range s.edits {
		lost := e.from < at && e.to <= at
		if e.inserts() {
			lost = e.to <= at && e.begin >= start
		}
		if lost {
			continue
		}
		out.Write(s.text[at:max(at, e.from)])
		out.WriteString(e.text)
		if !e.inserts() {
			start, at = e.from, e.to
		} else {
			at = max(at, e.to)
		}
	}
	out.Write(s.text[at:])
	s.text, s.syntax, s.tok, s.edits = out.Bytes(), nil, nil, nil
	return true
}

func (e edit) inserts() bool { return e.from == e.to }

func (s *source) offset(p token.Pos) int { return s.tok.Offset(p) }

// code returns the text of n.
func (s *source) code(n ast.Node) string {
	return string(s.text[s.offset(n.Pos()):s.offset(n.End())])
}

func (s *source) replace(from, to token.Pos, text string) {
	s.cut(s.offset(from), s.offset(to), text)
}

// cut replaces a range of bytes, which isn't empty unless there is no text.
func (s *source) cut(from, to int, text string) {
	if from < to {
		s.edits = append(s.edits, edit{from: from, to: to, text: text})
	}
}

func (s *source) remove(from, to token.Pos) { s.replace(from, to, "") }

// removeLines removes [from, to) and a comment that trails it, together with
// the line ends where nothing else is on these lines, and else a semicolon.
func (s *source) removeLines(from, to token.Pos) {
	a, b := s.offset(from), s.offset(to)
	if c := s.trailing(to); c != nil {
		b = s.offset(c.End())
	}
	start, end := a, b
	for start > 0 && isBlank(s.text[start-1]) {
		start--
	}
	for end < len(s.text) && (isBlank(s.text[end]) || s.text[end] == ';') {
		end++
	}
	if (start == 0 || s.text[start-1] == '\n') && end < len(s.text) && s.text[end] == '\n' {
		a, b = start, end+1
	} else if bytes.IndexByte(s.text[b:end], ';') >= 0 {
		b = end
	}
	s.cut(a, b, "")
}

// removeStmt removes a statement and the comment right above it, unless
// that comment may speak for the statement on the next line as well.
func (s *source) removeStmt(n ast.Stmt) {
	from := n.Pos()
	last := s.tok.Line(n.End())
	if s.tok.Line(from) != last || s.blankLine(last+1) {
		from = s.lead(from)
	}
	s.removeLines(from, n.End())
}

// blankLine reports whether line holds no code: nothing, or a closing brace.
func (s *source) blankLine(line int) bool {
	if line > s.tok.LineCount() {
		return true
	}
	text := s.text[s.offset(s.tok.LineStart(line)):]
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		text = text[:end]
	}
	text = bytes.TrimSpace(text)
	return len(text) == 0 || text[0] == '}'
}

// lead returns where the comment right above p, alone on its lines, begins;
// p itself if there is none, or if it speaks for what else is on p's line.
func (s *source) lead(p token.Pos) token.Pos {
	line := s.tok.Line(p)
	if !s.first(p) {
		return p
	}
	for _, g := range s.syntax.Comments {
		if s.tok.Line(g.End()) == line-1 && g.Pos() < p && s.first(g.Pos()) {
			return g.Pos()
		}
	}
	return p
}

// first reports whether nothing is before p on its line.
func (s *source) first(p token.Pos) bool {
	before := s.text[s.offset(s.tok.LineStart(s.tok.Line(p))):s.offset(p)]
	return len(bytes.TrimSpace(before)) == 0
}

// trailing returns the comment that begins on the line where a node ends,
// with no code between; nil if there is none.
func (s *source) trailing(end token.Pos) *ast.CommentGroup {
	for _, g := range s.syntax.Comments {
		if g.Pos() < end || s.tok.Line(g.Pos()) != s.tok.Line(end) {
			continue
		}
		between := s.text[s.offset(end):s.offset(g.Pos())]
		if len(bytes.Trim(between, " \t;")) == 0 {
			return g
		}
	}
	return nil
}

// commented reports whether a comment lies in [from, to).
func (s *source) commented(from, to token.Pos) bool {
	return slices.ContainsFunc(s.syntax.Comments, func(g *ast.CommentGroup) bool {
		return from <= g.Pos() && g.Pos() < to
	})
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
