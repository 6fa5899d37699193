package spec

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// FuzzCompile holds what Compile promises of any bytes against many of them.
func FuzzCompile(f *testing.F) {
	for _, r := range Rules() {
		if len(r.Example) < 4096 {
			f.Add([]byte(r.Example))
		}
	}
	f.Add([]byte(good))
	f.Add([]byte(declared))
	f.Add([]byte(declaredBlocks))
	f.Add([]byte(strings.Replace(declaredGPU, "device: h200.json\n", "", 1)))
	f.Add([]byte("A: {code: 1, from: [Call.device_lost], message: '{arena}'}\nuse: x\nothers: keep\n"))
	f.Add([]byte("a: &a [*a]\n? - b\n: |\n  c\n---\n{<<: *a, \"\\u0041\": !!t 'x'}\r\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		// A file that the spec uses holds the same bytes.
		files := Files{
			Read: func(string) ([]byte, error) { return src, nil },
			List: func(string) ([]string, error) { return []string{"strategy.go"}, nil },
		}
		plan, ds := CompileWith("fuzz.yaml", src, files)
		again, same := CompileWith("fuzz.yaml", src, files)
		if !reflect.DeepEqual(plan, again) || !reflect.DeepEqual(ds, same) {
			t.Fatal("two results for the same bytes")
		}
		if (plan == nil) != ds.Failed() {
			t.Fatalf("plan %v beside %v", plan, ds)
		}
		inOrder(t, ds, newSource("fuzz.yaml", src))
		if plan == nil {
			return
		}
		if table := plan.ErrorTable(); len(table) == 0 || !utf8.Valid(table) || !bytes.Equal(table, again.ErrorTable()) {
			t.Fatalf("the errors explained: %q\nand again: %q", table, again.ErrorTable())
		}
		back, ds := Compile("back.yaml", plan.spec())
		if back == nil || back.Hash() != plan.Hash() {
			t.Fatalf("the plan does not survive being written as a spec: %v\n%s", ds, plan.spec())
		}
		account, _ := AccountFor("fuzz.yaml", src, files)
		written, _ := AccountFor("back.yaml", plan.spec(), noFiles)
		if changes := Diff(account, written); len(changes) > 0 {
			t.Fatalf("a spec with all defaults written out means something else: %v\n%s", changes, plan.spec())
		}
	})
}

// inOrder holds diagnostics against what their reader relies on.
func inOrder(t *testing.T, ds Diagnostics, s *source) {
	used := func(d Diagnostic) int {
		if d.File == s.name {
			return 0
		}
		return 1
	}
	sorted := slices.IsSortedFunc(ds, func(a, b Diagnostic) int {
		return slices.Compare([]int{used(a), a.Line, a.Col}, []int{used(b), b.Line, b.Col})
	})
	if !sorted {
		t.Fatalf("not sorted: %v", ds)
	}
	for _, d := range ds {
		if d.Line < 1 || d.Line > len(s.lines) || d.Col < 1 || d.Width < 1 || d.Col+d.Width > len(s.line(d.Line))+2 {
			t.Fatalf("position outside of the text: %+v", d)
		}
		if d.Message == "" || strings.ContainsAny(d.Message+d.Hint, "\n\r\x00\x1b") || !utf8.ValidString(d.String()) {
			t.Fatalf("message unfit for a terminal: %q, hint %q", d.Message, d.Hint)
		}
	}
}

// concurrency is how a spec declares the plan's.
func (p *Plan) concurrency() string {
	if p.Concurrency == Streams {
		return "{streams: {count: " + decimal(uint64(p.Streams)) + "}}"
	}
	return string(p.Concurrency)
}

// spec returns a spec that means the plan.
func (p *Plan) spec() []byte {
	var b strings.Builder
	write := func(parts ...string) { b.WriteString(strings.Join(parts, "")) }
	write("{version: 1, package: ", p.Package, ", target: ", string(p.Target), ", concurrency: ", p.concurrency())
	if !p.Tests {
		write(", tests: false")
	}
	if p.DryRun {
		write(", dry_run: true")
	}
	if p.Names {
		write(", names: true")
	}
	if p.CallSites {
		write(", call_sites: true")
	}
	if p.Trace {
		write(", trace: true")
	}
	write(", last_events: ", decimal(uint64(p.LastEvents)))
	write(", arenas: {")
	for _, a := range p.Arenas {
		write(a.Name, ": {")
		if p.Target == Vulkan {
			write(a.onDevice())
		}
		write("alignment: ", decimal(a.Alignment), ", max_live: ", decimal(uint64(a.MaxLive)),
			", generations: ", decimal(uint64(a.Generations)), ", custom_pools: ", decimal(uint64(a.CustomPools)), ", pools: [")
		for _, q := range a.Pools {
			write("{name: ", q.Name, ", kind: ", string(q.Kind))
			write(q.keys(p.Target))
			write("},")
		}
		write("]},")
	}
	write("}")
	if p.DeclaresErrors() {
		write(", errors: {")
		if p.OthersKept {
			write("others: keep,")
		}
		for _, e := range p.Errors {
			write(e.Name, ": {code: ", decimal(uint64(e.Code)), ", from: [")
			for _, r := range e.From {
				write(r.String(), ",")
			}
			write("]")
			if e.Message != nil {
				write(", message: ", quoted(e.Message))
			}
			write("},")
		}
		write("}")
	}
	write("}")
	return []byte(b.String())
}

// onDevice returns the keys of an arena that only vulkan has, a comma after
// each.
func (a Arena) onDevice() string {
	words := func(f vkrt.MemoryFlags) string {
		if f == 0 {
			return "[]"
		}
		return "[" + strings.ReplaceAll(f.String(), "|", ", ") + "]"
	}
	text := fmt.Sprintf("memory: {require: %s, prefer: %s, avoid: %s}, strict: %t, map: %s, ",
		words(a.Memory.Require), words(a.Memory.Prefer), words(a.Memory.Avoid), a.Strict, a.Map)
	if a.Buffers == 0 {
		return text
	}
	var uses []string
	for i, use := range bufferUsages {
		if a.Buffers&bufferUsage(1<<i) != 0 {
			uses = append(uses, use)
		}
	}
	return text + "buffers: {usage: [" + strings.Join(uses, ", ") + "]}, "
}

// keys returns the keys of a pool, each after a comma.
func (p Pool) keys(target Target) string {
	var b strings.Builder
	for _, r := range p.Params {
		switch f, known := field(r.Key, Scope(p.Kind), PoolScope); {
		case !known || f.Target != "" && f.Target != target || r.Value == Unlimited:
		case f.Type == Boolean:
			fmt.Fprintf(&b, ", %s: %t", r.Key, r.Value == 1)
		case f.Type == Word:
			b.WriteString(", " + r.Key + ": " + p.Word(r.Key))
		case f.Type == Words:
			b.WriteString(", " + r.Key + ": [" + p.Word(r.Key))
			for i, word := range f.Enum {
				if p.Uint(f.All)>>i&1 != 0 && word != p.Word(r.Key) {
					b.WriteString(", " + word)
				}
			}
			b.WriteString("]")
		case f.Type == Choice:
			word := p.Word(r.Key)
			keys := keysOf(f.scope(word))
			if keys == nil {
				b.WriteString(", " + r.Key + ": " + word)
				continue
			}
			b.WriteString(", " + r.Key + ": {" + word + ": {")
			for _, key := range keys {
				if n := p.Uint(key); n != 0 {
					b.WriteString(key + ": " + decimal(n) + ", ")
				}
			}
			b.WriteString("}}")
		default:
			b.WriteString(", " + r.Key + ": " + decimal(r.Value))
		}
	}
	return b.String()
}

// quoted returns a message as YAML.
func quoted(message []Piece) string {
	text := ""
	for _, piece := range message {
		if text += piece.Text; piece.Field != "" {
			text += "{" + piece.Field + "}"
		}
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
