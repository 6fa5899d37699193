package specialise

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"
)

// comments renames in comments what doc tools take for identifiers: the name
// that opens a doc comment, and doc links. The package comment speaks of the
// instance by its prefix.
func (r *renamer) comments() {
	if doc := r.syntax.Doc; doc != nil {
		r.opening(doc, "Package "+r.template.name, r.prefix)
	}
	for _, d := range r.syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			r.docOf(d.Doc, d.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					r.docOf(d.Doc, spec.Name)
					r.docOf(spec.Doc, spec.Name)
				case *ast.ValueSpec:
					r.docOf(d.Doc, spec.Names[0])
					r.docOf(spec.Doc, spec.Names[0])
				}
			}
		}
	}
	for _, g := range r.syntax.Comments {
		for _, c := range g.List {
			r.links(c)
		}
	}
}

func (r *renamer) docOf(doc *ast.CommentGroup, id *ast.Ident) {
	if to := r.newName(r.info.Defs[id]); doc != nil && to != "" {
		for _, article := range []string{"", "A ", "An ", "The "} {
			r.opening(doc, article+id.Name, article+to)
		}
	}
}

var opener = regexp.MustCompile(`^(//|/\*)\s*`)

// opening replaces from, a whole word, at the beginning of a comment.
func (r *renamer) opening(doc *ast.CommentGroup, from, to string) {
	c := doc.List[0]
	skip := len(opener.FindString(c.Text))
	rest, ok := strings.CutPrefix(c.Text[skip:], from)
	if !ok || rest != "" && isWord(rest[0]) {
		return
	}
	at := r.offset(c.Pos()) + skip
	r.edits = append(r.edits, edit{at, at + len(from), to})
}

var link = regexp.MustCompile(`\[\*?(\w+)(\.\w+)?(\.\w+)?\]`)

// links renames doc links: [Name], [Name.Method], [pkg.Name].
func (r *renamer) links(c *ast.Comment) {
	for _, m := range link.FindAllStringSubmatchIndex(c.Text, -1) {
		if isWord(c.Text[m[0]-1]) || m[1] < len(c.Text) && (c.Text[m[1]] == '(' || isWord(c.Text[m[1]])) {
			continue
		}
		o, end := r.pkg.Scope().Lookup(c.Text[m[2]:m[3]]), m[3]
		if o == nil && m[4] >= 0 {
			o, end = r.lookup(c.Text[m[2]:m[3]], c.Text[m[4]+1:m[5]]), m[5]
		}
		if to := r.newName(o); to != "" {
			at := r.offset(c.Pos())
			r.edits = append(r.edits, edit{at + m[2], at + end, to})
		}
	}
}

// lookup returns what name means in the template that the file imports as pkg.
func (r *renamer) lookup(pkg, name string) types.Object {
	if p, ok := r.info.Scopes[r.syntax].Lookup(pkg).(*types.PkgName); ok {
		return p.Imported().Scope().Lookup(name)
	}
	return nil
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
