package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

// A result is what became of the mutants of a template.
type result struct {
	template         string
	killed, equal    int
	survivors        []survivor
	notViable, total int
}

// A survivor is a mutant that was not noticed, and why, "" if no one knows.
type survivor struct {
	mutant
	from, to, why string // a line of the source
}

// count judges the mutants of a template by what the table says of survivors.
func count(template string, mutants []mutant) result {
	r := result{template: template, total: len(mutants)}
	for _, m := range mutants {
		switch m.status {
		case "KILLED":
			r.killed++
		case "NOT VIABLE":
			r.notViable++
		default:
			s := explain(m)
			if s.why != "" {
				r.equal++
			}
			r.survivors = append(r.survivors, s)
		}
	}
	return r
}

// unexplained is how many mutants lived for no reason that is known.
func (r result) unexplained() int { return len(r.survivors) - r.equal }

// String lists the survivors that no one has explained behind the figures.
func (r result) String() string {
	text := fmt.Sprintf("%-10s %4d mutants: %4d killed, %3d equivalent, %3d lived, %3d don't compile\n", r.template, r.total, r.killed, r.equal, r.unexplained(), r.notViable)
	for _, s := range r.survivors {
		if s.why == "" {
			text += fmt.Sprintf("    %s:%d:%d: %s %s\n        %s\n        %s\n", s.file, s.line, s.column, s.kind, s.status, s.from, s.to)
		}
	}
	return text
}

// sum is the result of all templates together.
func sum(results []result) (all result) {
	all.template = "all"
	for _, r := range results {
		all.killed, all.equal, all.total, all.notViable = all.killed+r.killed, all.equal+r.equal, all.total+r.total, all.notViable+r.notViable
		all.survivors = append(all.survivors, r.survivors...)
	}
	return all
}

// becomes is what gremlins makes of an operator, by the kind of the mutant.
var becomes = map[string]map[string]string{
	"ARITHMETIC BASE":       {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*"},
	"CONDITIONALS BOUNDARY": {">": ">=", "<": "<=", ">=": ">", "<=": "<"},
	"CONDITIONALS NEGATION": {"==": "!=", "!=": "==", "<=": ">", ">": "<=", "<": ">=", ">=": "<"},
	"INCREMENT DECREMENT":   {"++": "--", "--": "++"},
	"INVERT NEGATIVES":      {"-": "+"},
}

// explain finds a mutant in the table.
func explain(m mutant) survivor {
	source, err := os.ReadFile(filepath.Join("templates", m.file))
	if err != nil {
		log.Fatal(err)
	}
	was := string(source)
	start := 0
	for range m.line - 1 {
		start += strings.Index(was[start:], "\n") + 1
	}
	at := start + m.column - 1
	operator := was[at : at+1]
	if _, ok := becomes[m.kind][was[at:at+2]]; ok {
		operator = was[at : at+2]
	}
	is := was[:at] + becomes[m.kind][operator] + was[at+len(operator):]
	s := survivor{mutant: m, from: lineAt(was, start), to: lineAt(is, start)}
	for _, e := range equivalents {
		if e.file == m.file && strings.Replace(was, e.from, e.to, 1) == is {
			s.why = e.why
		}
	}
	return s
}

// lineAt returns the line of a text that begins at a place.
func lineAt(text string, start int) string {
	line, _, _ := strings.Cut(text[start:], "\n")
	return strings.TrimSpace(line)
}
