package main

import (
	"fmt"
	"slices"
	"strings"
)

// page is the path of the document, from the root of the source tree.
const page = "docs/MUTANTS.md"

// What the document is made of.
const (
	head = "# Mutants of the templates\n\n" +
		"`make mutants` changes every operator of every template, one at a time, and runs the template's own tests on each\n" +
		"change. A mutant is killed when a test fails, or takes many times as long as it should. What lives must be equivalent: the\n" +
		"second table says why nothing can notice it. `make mutants template=tlsf` does one template, and writes its rows.\n\n" +
		"| Template | Mutants | Killed | Equivalent | Lived | Don't compile |\n|---|---|---|---|---|---|\n"
	middle      = "\n| Place | Was | Became | Why nothing notices it |\n|---|---|---|---|\n"
	figuresRow  = "| %s | %d | %d | %d | %d | %d |\n"
	survivorRow = "| %s:%d | `%s` | `%s` | %s |\n"
)

// document is the text of the document.
func document(results []result) string {
	var b strings.Builder
	b.WriteString(head)
	for _, r := range append(results, sum(results)) {
		fmt.Fprintf(&b, figuresRow, r.template, r.total, r.killed, r.equal, r.unexplained(), r.notViable)
	}
	b.WriteString(middle)
	for _, s := range sum(results).survivors {
		fmt.Fprintf(&b, survivorRow, s.file, s.line, cell(s.from), cell(s.to), s.why)
	}
	return b.String()
}

// read returns the results that a document tells.
func read(document string) (results []result, err error) {
	figures, survivors, ok := strings.Cut(strings.TrimPrefix(document, head), middle)
	if !ok {
		return nil, fmt.Errorf("%s has not the two tables that it is to have", page)
	}
	for line := range strings.Lines(figures) {
		var r result
		var unexplained int
		if _, err := fmt.Sscanf(line, figuresRow, &r.template, &r.total, &r.killed, &r.equal, &unexplained, &r.notViable); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", page, line, err)
		}
		if r.template != sum(nil).template {
			results = append(results, r)
		}
	}
	for line := range strings.Lines(survivors) {
		s, err := readSurvivor(line)
		template, _, _ := strings.Cut(s.file, "/")
		at := slices.IndexFunc(results, func(r result) bool { return r.template == template })
		if err != nil || at < 0 {
			return nil, fmt.Errorf("%s: %q is no mutant: %v", page, line, err)
		}
		results[at].survivors = append(results[at].survivors, s)
	}
	return results, nil
}

// readSurvivor reads a row of the second table.
func readSurvivor(line string) (s survivor, err error) {
	cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |\n"), " | ")
	if len(cells) != 4 {
		return s, fmt.Errorf("%d cells", len(cells))
	}
	place, code := strings.Replace(cells[0], ":", " ", 1), func(cell string) string {
		return strings.ReplaceAll(strings.Trim(cell, "`"), `\|`, "|")
	}
	s = survivor{from: code(cells[1]), to: code(cells[2]), why: cells[3]}
	_, err = fmt.Sscan(place, &s.file, &s.line)
	return s, err
}

// updated returns results with others in place of those of the same templates.
func updated(results, others []result) []result {
	for _, r := range others {
		at, found := slices.BinarySearchFunc(results, r, func(a, b result) int { return strings.Compare(a.template, b.template) })
		if found {
			results[at] = r
		} else {
			results = slices.Insert(results, at, r)
		}
	}
	return results
}

// cell returns a text as it stands in a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
