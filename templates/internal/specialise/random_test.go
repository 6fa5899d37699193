package specialise

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

var (
	seed  = flag.Uint64("seed", 1, "of the random templates")
	count = flag.Int("count", 40, "of random templates")
)

// TestRandomTemplates makes random templates whose statements depend on
// parameters in every way the folder knows, and compares, with the real
// compiler, what each does before and after.
func TestRandomTemplates(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", []byte("module test\n\ngo 1.26\n"))
	var imports, calls strings.Builder
	for i := range *count {
		w := &writer{r: rand.New(rand.NewPCG(*seed, uint64(i)))}
		text := w.template()
		write(t, dir, fmt.Sprintf("t%d/pool.go", i), []byte(text))
		library := []Source{{Path: fmt.Sprintf("test/t%d", i), Files: map[string][]byte{"pool.go": []byte(text)}}}
		in := []Instance{{library[0].Path, "host", "host", w.params, ""}}
		out, err := Package("out", testHeader, library, in, []File{{"glue.go", []byte("package out\n\nfunc Run(x int) string { return hostRun(x) }\n")}})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for _, f := range out {
			write(t, dir, fmt.Sprintf("out%d/%s", i, f.Name), f.Text)
		}
		fmt.Fprintf(&imports, "import t%d \"test/t%d\"\nimport out%d \"test/out%d\"\n", i, i, i, i)
		fmt.Fprintf(&calls, "\tcompare(%d, t%d.Run, out%d.Run)\n", i, i, i)
	}
	write(t, dir, "main.go", []byte("package main\n\nimport \"fmt\"\n"+imports.String()+`
func compare(i int, before, after func(int) string) {
	for x := range 5 {
		if b, a := before(x), after(x); a != b {
			fmt.Printf("template %d, x = %d: %s, was %s\n", i, x, a, b)
		}
	}
}

func main() {
`+calls.String()+"}\n"))
	for _, args := range [][]string{{"vet", "-unreachable", "./out..."}, {"run", "."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("seed %d: go %v: %v\n%s", *seed, args, err, out)
		}
	}
}

// A writer writes a random template. Its functions work on x and a record
// of what happened, so that a statement lost, repeated or moved shows.
type writer struct {
	r      *rand.Rand
	params map[string]string
	body   strings.Builder
	scopes [][]string // variables that may be read, innermost last
	labels []string   // of the loops around
	next   int        // number of the next label
	depth  int
}

func (w *writer) template() string {
	w.params = map[string]string{}
	var head strings.Builder
	head.WriteString("package pool\n\nimport \"strconv\"\n\nconst (\n")
	for _, p := range []string{"ka", "kb", "kc"} {
		w.params[p] = fmt.Sprint(w.r.IntN(2) == 0)
		fmt.Fprintf(&head, "\t%s = %s //allocgen:param\n", p, w.params[p])
	}
	w.params["mode"] = fmt.Sprint(w.r.IntN(3))
	fmt.Fprintf(&head, "\tmode = %s //allocgen:param\n\tboth = ka && kb\n)\n", w.params["mode"])
	head.WriteString(`
type state struct {
	log         string
	one, two, z int
	steps       int
}

func (s *state) tick(n int) int {
	s.steps++
	if s.steps < 40 {
		s.log += strconv.Itoa(n) + " "
	}
	return n + s.steps
}

func Run(x int) string {
	s := &state{one: x, z: 3}
	n := step(s, x)
	return s.log + strconv.Itoa(n)
}

func step(s *state, x int) int {
`)
	w.scopes = [][]string{{"x", "s.one", "s.two"}}
	w.list(7)
	w.line("return x")
	return head.String() + w.body.String() + "}\n"
}

func (w *writer) line(format string, args ...any) {
	w.body.WriteString(strings.Repeat("\t", w.depth+1) + fmt.Sprintf(format, args...) + "\n")
}

// list writes up to n statements into the innermost scope.
func (w *writer) list(n int) {
	for range 1 + w.r.IntN(n) {
		w.stmt()
	}
}

// block writes a list in a scope of its own.
func (w *writer) block() {
	w.depth++
	w.scopes = append(w.scopes, nil)
	w.list(3)
	w.scopes = w.scopes[:len(w.scopes)-1]
	w.depth--
}

func (w *writer) pick(choices ...string) string { return choices[w.r.IntN(len(choices))] }

func (w *writer) variable() string {
	var all []string
	for _, s := range w.scopes {
		all = append(all, s...)
	}
	return w.pick(all...)
}

func (w *writer) value() string {
	v := w.variable()
	switch w.r.IntN(4) {
	case 0:
		return fmt.Sprintf("s.tick(%s)", v)
	case 1:
		return fmt.Sprintf("%s + %d", v, w.r.IntN(9))
	case 2:
		return fmt.Sprint(w.r.IntN(9))
	}
	return v + " * 3"
}

func (w *writer) known() string {
	return w.pick("ka", "kb", "kc", "!ka", "both", "mode == 1", "mode > 0 && kc", "!(kb || kc)")
}

func (w *writer) cond() string {
	open := fmt.Sprintf("%s > %d", w.value(), w.r.IntN(12))
	switch w.r.IntN(6) {
	case 0:
		return open
	case 1:
		return w.known() + " && " + open
	case 2:
		return open + " || " + w.pick("ka", "kb", "!kc")
	case 3:
		return fmt.Sprintf("%s && (%s || %s)", w.pick("ka", "kb"), open, w.pick("kc", "both"))
	}
	return w.known()
}

func (w *writer) stmt() {
	if w.depth > 4 {
		w.line("s.tick(%s)", w.variable())
		return
	}
	switch w.r.IntN(12) {
	case 0:
		w.line("x = %s", w.value())
	case 1:
		w.line("s.%s = %s", w.pick("one", "two", "z"), w.value())
	case 2, 3:
		w.declare()
	case 4, 5, 6:
		w.ifStmt()
	case 7:
		w.switchStmt()
	case 8:
		w.loop()
	case 9:
		w.leave()
	case 10:
		w.line("{")
		w.block()
		w.line("}")
	default:
		w.line("s.tick(%s)", w.variable())
	}
}

// declare declares one of few names, so that names often hide each other,
// and reads it in a way that folding may remove.
func (w *writer) declare() {
	name := w.pick("a", "b", "c")
	inner := &w.scopes[len(w.scopes)-1]
	for _, v := range *inner {
		if v == name {
			w.line("%s = %s", name, w.value())
			return
		}
	}
	switch w.r.IntN(3) {
	case 0:
		w.line("%s := %s", name, w.value())
	case 1:
		w.line("var %s int", name)
	case 2:
		w.line("var %s = %s", name, w.value())
	}
	switch w.r.IntN(3) {
	case 0:
		w.line("_ = %s", name)
	case 1:
		w.line("if %s {", w.known())
		w.line("\ts.tick(%s)", name)
		w.line("}")
	case 2:
		w.line("if %s > 3 {", name)
		w.line("\tx = %s", name)
		w.line("}")
	}
	*inner = append(*inner, name)
}

func (w *writer) ifStmt() {
	init := ""
	if w.r.IntN(4) == 0 {
		init = w.pick("a", "b") + " := " + w.value() + "; "
		name := init[:1]
		w.scopes = append(w.scopes, []string{name})
		defer func() { w.scopes = w.scopes[:len(w.scopes)-1] }()
		w.line("if %ss.tick(%s) > 2 && %s {", init, name, w.cond())
	} else {
		w.line("if %s {", w.cond())
	}
	w.block()
	for w.r.IntN(3) == 0 {
		if w.r.IntN(4) == 0 {
			w.line("} else if c := s.tick(x); %s {", w.pick("ka", "c > 3 && kb", "kc || c > 4"))
			w.line("\tx = c")
		} else {
			w.line("} else if %s {", w.cond())
		}
		w.block()
	}
	if w.r.IntN(2) == 0 {
		w.line("} else {")
		w.block()
	}
	w.line("}")
}

func (w *writer) switchStmt() {
	tag, cases := "mode", []string{"0", "1, 5", "2"}
	if w.r.IntN(2) == 0 {
		tag, cases = "", []string{w.cond(), w.cond(), "mode == 2"}
	}
	w.line("switch %s {", tag)
	for i, c := range cases {
		w.line("case %s:", c)
		w.block()
		if tag == "" && i < 2 && w.r.IntN(8) == 0 {
			w.line("\tfallthrough")
		}
	}
	if w.r.IntN(2) == 0 {
		w.line("default:")
		w.block()
	}
	w.line("}")
}

// loop writes a loop that ends, with a label that is used.
func (w *writer) loop() {
	label := fmt.Sprintf("l%d", w.next)
	w.next++
	if w.r.IntN(4) == 0 {
		w.line("for i := s.tick(1); %s && s.steps < 60; i++ {", w.pick("ka", "kb", "kc"))
		w.line("\ts.tick(i)")
	} else {
		w.line("%s:", label)
		w.line("for i := range 3 {")
		w.line("\tif %s {", w.cond())
		w.line("\t\t%s %s", w.pick("break", "continue"), label)
		w.line("\t}")
		w.line("\ts.tick(i)")
		w.labels = append(w.labels, label)
		defer func() { w.labels = w.labels[:len(w.labels)-1] }()
	}
	w.block()
	w.line("}")
}

// leave writes a statement that what follows may not be reached behind.
func (w *writer) leave() {
	exit := "return " + w.value()
	if len(w.labels) > 0 && w.r.IntN(2) == 0 {
		exit = w.pick("break ", "continue ") + w.labels[len(w.labels)-1]
	}
	w.line("if %s {", w.cond())
	w.line("\ts.tick(%s)", w.variable())
	w.line("\t%s", exit)
	w.line("}")
}
