package specialise

import (
	"bytes"
	"fmt"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
)

// emit returns the files in the form they are written: under the header,
// laid out, formatted, sorted by name.
func emit(header string, files []*source) ([]File, error) {
	sortByName(files)
	var out []File
	for _, s := range files {
		text := s.text
		if !s.glue {
			text = detach(text)
		}
		if first, _, _ := bytes.Cut(text, []byte("\n")); string(first) != header {
			text = append([]byte(header+"\n\n"), text...)
		}
		text, err := format.Source(trim(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		out = append(out, File{s.name, text})
	}
	return out, nil
}

// detach puts a blank line between what was the comment of a template's
// package and the package clause: the generated package has its own.
func detach(text []byte) []byte {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil || f.Doc == nil {
		return text
	}
	at := fset.Position(f.Package).Offset
	return bytes.Join([][]byte{text[:at], []byte("\n"), text[at:]}, nil)
}

// trim removes the blank lines that the passes left just inside of braces,
// which gofmt keeps.
func trim(text []byte) []byte {
	var sc scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	sc.Init(file, text, nil, scanner.ScanComments)
	var out []byte
	at, last := 0, token.ILLEGAL
	for {
		pos, tok, lit := sc.Scan()
		if tok == token.EOF {
			return append(out, text[at:]...)
		}
		if tok == token.SEMICOLON && lit == "\n" {
			continue
		}
		from := file.Offset(pos)
		gap := text[at:from]
		if (opens(last) || closes(tok)) && len(bytes.TrimSpace(gap)) == 0 {
			gap = gap[max(bytes.LastIndexByte(gap, '\n'), 0):]
		}
		if lit == "" {
			lit = tok.String()
		}
		out = append(append(out, gap...), text[from:from+len(lit)]...)
		at, last = from+len(lit), tok
	}
}

func opens(t token.Token) bool { return t == token.LBRACE || t == token.LPAREN }

func closes(t token.Token) bool { return t == token.RBRACE || t == token.RPAREN }
