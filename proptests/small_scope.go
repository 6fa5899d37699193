package proptests

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

var flagUpdate = flag.Bool("proptests.update", false, "write what is searched exhaustively into its table, not compare it with that")

// reached is what Run has searched exhaustively, by the names of packages and arenas.
var reached = struct {
	sync.Mutex
	scopes map[string]scope
}{scopes: make(map[string]scope)}

// note keeps what was searched of an arena.
func note(arena string, every scope) {
	reached.Lock()
	defer reached.Unlock()
	reached.scopes[arena] = every
}

// Main runs the tests of a package, for its TestMain, and then compares what [Run]
// searched exhaustively of each arena at full length with a table in a document: one
// row for an arena, by its name. With -proptests.update it writes the rows of the
// package, those of the arenas that were tested, and leaves those of other packages.
func Main(m *testing.M, table string) (code int) {
	code = m.Run()
	if code != 0 || len(reached.scopes) == 0 {
		return code
	}
	if err := tabulate(table, reached.scopes, *flagUpdate); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\nto write it: make generate\n", table, err)
		return 1
	}
	return code
}

// row is a line of the table.
func row(arena string, s scope) string {
	return fmt.Sprintf("| %s | %d | %d |", arena, s.length, s.states)
}

// tabulate compares the rows of some arenas with those of a document, or writes them.
func tabulate(document string, scopes map[string]scope, write bool) error {
	text, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	head, rows := splitTable(string(text))
	var wrong []error
	kept := slices.Clone(rows)
	for _, arena := range slices.Sorted(maps.Keys(scopes)) {
		want := row(arena, scopes[arena])
		if !slices.Contains(rows, want) {
			wrong = append(wrong, fmt.Errorf("no row %q", want))
		}
		in, _, _ := strings.Cut(arena, ".")
		kept = slices.DeleteFunc(kept, func(row string) bool { return strings.HasPrefix(row, "| "+in+".") })
	}
	if !write {
		return errors.Join(wrong...)
	}
	for arena, s := range scopes {
		kept = append(kept, row(arena, s))
	}
	slices.Sort(kept)
	out := bytes.NewBufferString(head)
	for _, row := range kept {
		fmt.Fprintln(out, row)
	}
	return os.WriteFile(document, out.Bytes(), 0o666)
}

// splitTable returns what a document says up to the rows of the table that it ends
// with, and the rows.
func splitTable(text string) (head string, rows []string) {
	const rule = "|---|---|---|\n"
	head, body, _ := strings.Cut(text, rule)
	for line := range strings.Lines(body) {
		rows = append(rows, strings.TrimSuffix(line, "\n"))
	}
	return head + rule, rows
}
