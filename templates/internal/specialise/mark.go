package specialise

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A node is what lives or dies as one: a function, a type, a name of a
// constant or variable declaration, or all names of one whose expressions
// depend on their places.
type node struct {
	file   *source
	syntax []ast.Node // where it uses others
	ids    []*ast.Ident
	live   bool
}

// A liveness says what lives: the roots and all they use.
type liveness struct {
	*program
	nodes   map[types.Object]*node
	roots   []*node
	checks  []*node                  // constants called _ of templates
	methods map[types.Object][]*node // by receiver's type name
	fields  map[types.Object]bool    // fields that are used
	imports map[types.Object]bool    // file-level package names that are used
	names   map[string]bool          // selectors of what has no known type
	queue   []*node
}

// live returns the liveness of everything in p.
func (p *program) live() *liveness {
	l := &liveness{
		program: p, nodes: map[types.Object]*node{}, methods: map[types.Object][]*node{}, fields: map[types.Object]bool{},
		imports: map[types.Object]bool{}, names: map[string]bool{},
	}
	for _, s := range p.files {
		for _, d := range s.syntax.Decls {
			l.declare(s, d)
		}
	}
	for _, n := range l.roots {
		l.mark(n)
	}
	for l.step() || l.implied() {
	}
	l.keepChecks()
	return l
}

// step marks what one live node uses.
func (l *liveness) step() bool {
	if len(l.queue) == 0 {
		return false
	}
	n := l.queue[len(l.queue)-1]
	l.queue = l.queue[:len(l.queue)-1]
	for _, s := range n.syntax {
		ast.Inspect(s, l.visit)
	}
	return true
}

func (l *liveness) mark(n *node) {
	if n != nil && !n.live {
		n.live = true
		l.queue = append(l.queue, n)
	}
}

func (l *liveness) use(o types.Object) {
	switch o := o.(type) {
	case *types.PkgName:
		l.imports[o] = true
	case *types.Var:
		if o.IsField() {
			l.fields[o] = true
		}
	}
	l.mark(l.nodes[o])
}

func (l *liveness) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Ident:
		l.use(l.info.Uses[n])
	case *ast.SelectorExpr:
		l.selector(n)
	case *ast.CompositeLit:
		return l.literal(n)
	case *ast.CallExpr:
		l.call(n)
	}
	return true
}

// selector notes the name selected from what has no known type: it may be
// any method or field of that name.
func (l *liveness) selector(n *ast.SelectorExpr) {
	if l.info.Uses[n.Sel] != nil {
		return
	}
	if id, ok := n.X.(*ast.Ident); ok {
		if _, ok := l.info.Uses[id].(*types.PkgName); ok {
			return
		}
	}
	l.names[n.Sel.Name] = true
}

// literal marks what a composite literal uses. Setting a field is no use of
// it, unless the value must be evaluated; a literal without keys uses all.
func (l *liveness) literal(n *ast.CompositeLit) bool {
	t := structOf(l.info.TypeOf(n))
	if t == nil || len(n.Elts) == 0 {
		return true
	}
	if _, ok := n.Elts[0].(*ast.KeyValueExpr); !ok {
		l.useAll(t)
		return true
	}
	if n.Type != nil {
		ast.Inspect(n.Type, l.visit)
	}
	for _, e := range n.Elts {
		kv := e.(*ast.KeyValueExpr)
		if !l.pure(kv.Value) {
			l.use(l.info.Uses[kv.Key.(*ast.Ident)])
		}
		ast.Inspect(kv.Value, l.visit)
	}
	return false
}

// call marks what a call uses besides its operands: a conversion between
// structs all their fields, one that hands a value to an unknown package the
// methods by which an interface there may reach it.
func (l *liveness) call(n *ast.CallExpr) {
	if l.info.Types[n.Fun].IsType() && len(n.Args) == 1 {
		to, from := structOf(l.info.TypeOf(n.Fun)), structOf(l.info.TypeOf(n.Args[0]))
		if to != nil && from != nil {
			l.useAll(to)
			l.useAll(from)
		}
		return
	}
	if t := l.info.TypeOf(n.Fun); l.info.Types[n.Fun].IsBuiltin() || t != nil && t != types.Typ[types.Invalid] {
		return
	}
	for _, a := range n.Args {
		t := l.info.TypeOf(a)
		if t == nil {
			continue
		}
		for _, m := range l.methods[typeName(t)] {
			if ast.IsExported(m.ids[0].Name) {
				l.mark(m)
			}
		}
	}
}

func (l *liveness) useAll(t *types.Struct) {
	for f := range t.Fields() {
		l.fields[f] = true
	}
}

// structOf returns the struct type under t, or under what t points to.
func structOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

// byName are methods that the standard library finds by name.
var byName = []string{"As", "Error", "Is", "String", "Unwrap"}

// implied marks the methods of live types that live without being called:
// those that the library finds by name, the exported ones of the caller, those
// of tests, and those that may be meant by a selector of unknown type.
func (l *liveness) implied() (more bool) {
	for o, methods := range l.methods {
		if n := l.nodes[o]; n == nil || !n.live {
			continue
		}
		for _, m := range methods {
			name := m.ids[0].Name
			if m.live || !slices.Contains(byName, name) && !(m.file.glue && ast.IsExported(name)) && !m.file.test && !l.names[name] {
				continue
			}
			l.mark(m)
			more = true
		}
	}
	return more
}

// keepChecks marks the compile-time checks of templates that speak only of
// what lives anyway. Each was found to hold, so the others may go.
func (l *liveness) keepChecks() {
	for _, n := range l.checks {
		dead := false
		for _, s := range n.syntax {
			ast.Inspect(s, func(s ast.Node) bool {
				if id, ok := s.(*ast.Ident); ok {
					other := l.nodes[l.info.Uses[id]]
					dead = dead || other != nil && !other.live
				}
				return true
			})
		}
		if !dead {
			l.mark(n)
		}
	}
	for l.step() {
	}
}

// declare makes the nodes of a declaration.
func (l *liveness) declare(s *source, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		l.declareFunc(s, d)
	case *ast.GenDecl:
		if d.Tok == token.CONST && positional(d) {
			n := &node{file: s, syntax: []ast.Node{d}}
			for _, spec := range d.Specs {
				n.ids = append(n.ids, spec.(*ast.ValueSpec).Names...)
			}
			l.add(n, d.Tok)
			return
		}
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				l.add(&node{file: s, syntax: []ast.Node{spec}, ids: []*ast.Ident{spec.Name}}, d.Tok)
			case *ast.ValueSpec:
				l.declareValues(s, spec, d.Tok)
			}
		}
	}
}

func (l *liveness) declareFunc(s *source, d *ast.FuncDecl) {
	n := &node{file: s, syntax: []ast.Node{d}, ids: []*ast.Ident{d.Name}}
	o := l.info.Defs[d.Name]
	if d.Recv != nil {
		receiver := typeName(o.Type().(*types.Signature).Recv().Type())
		l.methods[receiver] = append(l.methods[receiver], n)
		l.nodes[o] = n
		return
	}
	l.add(n, token.FUNC)
}

func (l *liveness) declareValues(s *source, v *ast.ValueSpec, tok token.Token) {
	if len(v.Values) != 0 && len(v.Values) != len(v.Names) {
		l.add(&node{file: s, syntax: []ast.Node{v}, ids: v.Names}, tok)
		return
	}
	for i, id := range v.Names {
		n := &node{file: s, ids: []*ast.Ident{id}}
		if v.Type != nil {
			n.syntax = append(n.syntax, v.Type)
		}
		if len(v.Values) > 0 {
			n.syntax = append(n.syntax, v.Values[i])
		}
		l.add(n, tok)
	}
}

// add enters n, and finds out whether it is a root.
func (l *liveness) add(n *node, tok token.Token) {
	root := false
	for _, id := range n.ids {
		if o := l.info.Defs[id]; o != nil {
			l.nodes[o] = n
		}
		root = root || l.isRoot(n, id, tok)
	}
	switch {
	case root:
		l.roots = append(l.roots, n)
	case tok == token.CONST && n.ids[0].Name == "_":
		l.checks = append(l.checks, n)
	}
}

func (l *liveness) isRoot(n *node, id *ast.Ident, tok token.Token) bool {
	name := id.Name
	switch {
	case n.file.test && tok == token.FUNC && (testKind(name) != "" || len(name) > 7 && name[:7] == "Example"):
		return true
	case n.file.glue && !n.file.test && ast.IsExported(name):
		return true
	case tok == token.FUNC:
		return name == "init" || name == "main" || name == "_"
	case tok == token.VAR:
		return name == "_" || slices.ContainsFunc(n.syntax, l.hasEffect)
	}
	return name == "_" && (n.file.glue || tok == token.TYPE)
}

// hasEffect reports whether n is, or has, an initial value that must be
// evaluated.
func (l *liveness) hasEffect(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ValueSpec:
		return slices.ContainsFunc(n.Values, func(e ast.Expr) bool { return !l.pure(e) })
	case ast.Expr:
		return !l.pure(n)
	}
	return false
}

// positional reports whether the values in a constant group depend on their
// places: by iota, or by repeating the expression above.
func positional(d *ast.GenDecl) (found bool) {
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		if len(v.Values) == 0 {
			return true
		}
		ast.Inspect(v, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && id.Name == "iota"
			return true
		})
	}
	return found
}
