package specialise

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A unit is an instance on its way through the passes: one that the caller
// asked for or one that a template imports.
type unit struct {
	*program
	template *template
	prefix   string
	file     string
	params   map[string]string // nil: the defaults
	deps     map[string]*unit  // by import path
	names    map[*types.Package]*unit
}

// Share returns for each instance the prefix that glue must use for it: its
// own or, where an earlier instance has the same template and parameter
// values, that of the earlier one. Package emits only the earlier one.
func Share(instances []Instance) []string {
	prefixes := make([]string, len(instances))
	first := map[string]string{}
	for i, in := range instances {
		k := key(in.Template+"\n"+in.Algo, slices.Sorted(maps.Keys(in.Params)), in.Params)
		if _, ok := first[k]; !ok {
			first[k] = in.Prefix
		}
		prefixes[i] = first[k]
	}
	return prefixes
}

// key identifies a template with the values of the named parameters.
func key(template string, names []string, params map[string]string) string {
	var b strings.Builder
	b.WriteString(template)
	for _, n := range names {
		value := params[n]
		if tv, err := evaluate(value); err == nil {
			value = tv.Type.String() + " " + tv.Value.ExactString()
		}
		fmt.Fprintf(&b, "\n%s=%s", n, value)
	}
	return b.String()
}

// A builder makes units, each once, what is imported before what imports it.
type builder struct {
	*library
	units []*unit
	byKey map[string]*unit
}

// instantiate returns the units of instances and of what these import, with
// their parameters set, checked, and found to keep the rules.
func instantiate(fset *token.FileSet, sources []Source, instances []Instance) ([]*unit, error) {
	b := &builder{library: newLibrary(fset, sources), byKey: map[string]*unit{}}
	var asked []*unit
	for _, in := range instances {
		t, err := b.over(in.Template, in.Algo)
		if err != nil {
			return nil, err
		}
		if err := t.known(in.Params); err != nil {
			return nil, err
		}
		k := key(t.path+"\n"+in.Algo, t.allParams, in.Params)
		if b.byKey[k] == nil {
			b.byKey[k] = &unit{template: t, prefix: in.Prefix, file: in.File, params: in.Params}
			asked = append(asked, b.byKey[k])
		}
	}
	for _, u := range asked {
		if err := b.build(u); err != nil {
			return nil, err
		}
	}
	return b.units, distinct(b.units)
}

// build builds what u imports, then u.
func (b *builder) build(u *unit) error {
	if u.deps != nil {
		return nil
	}
	u.deps = map[string]*unit{}
	for _, p := range u.template.imports {
		t, err := b.template(p)
		if err != nil {
			return err
		}
		d := b.dependency(t, u)
		if err := b.build(d); err != nil {
			return err
		}
		u.deps[p] = d
	}
	b.units = append(b.units, u)
	if err := u.load(b.fset); err != nil {
		return err
	}
	if errs := u.rules(b.library); len(errs) > 0 {
		return errors.Join(errs...)
	}
	for i, err := range u.errs {
		u.errs[i] = u.blame(err)
	}
	return errors.Join(u.errs...)
}

// dependency returns the unit for t as u imports it. Without parameters it
// is the same for all; with them it takes u's values.
func (b *builder) dependency(t *template, u *unit) *unit {
	k := key(t.path+"\n", t.allParams, u.params)
	d := b.byKey[k]
	if d == nil {
		d = &unit{template: t, prefix: t.name, file: t.name, params: u.params}
		if len(t.allParams) > 0 {
			d.prefix, d.file = u.prefix+title(t.name), u.file+"_"+t.name
		}
		b.byKey[k] = d
	}
	return d
}

// load sets the parameters of u and type-checks it.
func (u *unit) load(fset *token.FileSet) error {
	files, err := u.template.withParams(u.params)
	if err != nil {
		return err
	}
	imports := map[string]*types.Package{}
	for p, d := range u.deps {
		imports[p] = d.pkg
	}
	if u.program, err = check(fset, u.template.path, files, imports); err != nil {
		return err
	}
	u.names = map[*types.Package]*unit{u.pkg: u}
	for _, d := range u.deps {
		maps.Copy(u.names, d.names)
	}
	return nil
}

// distinct reports units that share a prefix.
func distinct(units []*unit) error {
	first := map[string]*unit{}
	for _, u := range units {
		if o := first[u.prefix]; o != nil {
			return fmt.Errorf("prefix %s stands for %s and for %s", u.prefix, describe(o), describe(u))
		}
		first[u.prefix] = u
	}
	return nil
}

func describe(u *unit) string {
	var values []string
	for _, n := range u.template.allParams {
		values = append(values, n+"="+u.params[n])
	}
	return fmt.Sprintf("%s(%s)", path.Base(u.template.path), strings.Join(values, ", "))
}

// outputName returns the name of the file that base becomes: the file prefix
// goes in front, but extents.go of package extents doesn't say it twice.
func (u *unit) outputName(base string) string {
	pkg := u.template.name
	if base == pkg+".go" && (u.file == pkg || strings.HasSuffix(u.file, "_"+pkg)) {
		return u.file + ".go"
	}
	return u.file + "_" + base
}

// title returns s with its first letter in upper case.
func title(s string) string {
	if s == "" {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// sortByName orders files by their names.
func sortByName(files []*source) {
	slices.SortFunc(files, func(a, b *source) int { return cmp.Compare(a.name, b.name) })
}
