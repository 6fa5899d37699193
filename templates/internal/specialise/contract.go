package specialise

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// A Member is one thing of a contract: what templates use of another one that is
// not known when they are written.
type Member struct {
	Name  string // of a constant or function, or that of a type and its method: "Space.Init"
	Type  string // in Go; of a constant that as which it is used
	Value string // of a constant, in Go
	Fixed bool   // that is the only value that will do, and not one of many above 0
	Doc   string // what it is, as a clause
}

// Meets returns what keeps a template from being used by a contract: the members
// that it lacks, and the rules that it breaks, or why it doesn't compile.
func Meets(src Source, sources []Source, contract []Member) (lacking []error) {
	u, errs := verify(src, sources)
	if u == nil || u.program == nil {
		return errs
	}
	var last string // of several methods of a type that is missing, the first one tells
	for _, m := range contract {
		v := u.lacks(m)
		if v == nil || v.Message == last {
			continue
		}
		last = v.Message
		lacking = append(lacking, v)
	}
	return append(lacking, errs...) // of which some may follow
}

// lacks returns how the package of u lacks a member, or nil.
func (u *unit) lacks(m Member) *Violation {
	name, method, isMethod := strings.Cut(m.Name, ".")
	o := u.pkg.Scope().Lookup(name)
	if isMethod && o != nil {
		if t, ok := o.(*types.TypeName); ok {
			found, _, _ := types.LookupFieldOrMethod(types.NewPointer(t.Type()), true, u.pkg, method)
			if found == nil {
				return u.violation(o.Pos(), name+" has no method "+method, m)
			}
			o = found
		}
	}
	switch o := o.(type) {
	case nil:
		return u.violation(u.packageClause(), "no "+name+" is declared", m)
	case *types.Const:
		if m.isFunc() || !m.takes(o.Val()) {
			return u.violation(o.Pos(), fmt.Sprintf("%s is %s, not %s", m.Name, o.Val(), m.wants()), m)
		}
		return nil
	case *types.Func:
		if want := typeOf(m.Type); !types.Identical(o.Type(), want) {
			return u.violation(o.Pos(), fmt.Sprintf("%s is a %s, not a %s", m.Name, types.TypeString(o.Type(), types.RelativeTo(u.pkg)), m.Type), m)
		}
		return nil
	}
	return u.violation(o.Pos(), m.Name+" is something else", m)
}

func (m Member) isFunc() bool { return strings.HasPrefix(m.Type, "func(") }

// wants says what values a constant may have.
func (m Member) wants() string {
	switch {
	case m.Fixed:
		return m.Value
	case m.Type == "bool":
		return "a bool"
	}
	return "some " + m.Type + " above 0"
}

// takes reports whether a constant may have a value.
func (m Member) takes(v constant.Value) bool {
	as, err := evaluate(m.Type + "(" + v.ExactString() + ")")
	if err != nil || !m.Fixed {
		return err == nil && (v.Kind() == constant.Bool || constant.Sign(as.Value) > 0)
	}
	only, err := evaluate(m.Value)
	return err == nil && constant.Compare(as.Value, token.EQL, only.Value)
}

// typeOf returns the type that a text spells.
func typeOf(text string) types.Type {
	tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, text)
	if err != nil {
		panic(err) // a member's type is a literal
	}
	return tv.Type
}

// Form is the declaration of the member, up to its value or body.
func (m Member) Form() string {
	name, method, isMethod := strings.Cut(m.Name, ".")
	switch {
	case isMethod:
		return "func (s *" + name + ") " + method + strings.TrimPrefix(m.Type, "func")
	case m.isFunc():
		return "func " + name + strings.TrimPrefix(m.Type, "func")
	}
	return "const " + name + " = " + m.Value
}

func (u *unit) violation(at token.Pos, message string, m Member) *Violation {
	return &Violation{u.fset.Position(at), message, m.Hint(), m.Name}
}

// Hint says what to do where the member is missing, or is another.
func (m Member) Hint() string { return "declare " + m.Form() + ", " + m.Doc }

// packageClause returns where the name of the package stands: in the file of that
// name, or else in the first that is no test.
func (u *unit) packageClause() token.Pos {
	var at *source
	for _, s := range u.files {
		if at == nil || at.test && !s.test || s.base == u.template.name+".go" {
			at = s
		}
	}
	return at.syntax.Name.Pos()
}
