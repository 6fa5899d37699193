package generated

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

var update = flag.Bool("update", false, "write the tables in docs instead of comparing them")

// TestNoConditionIsLeftOut holds the meetings against the conditions that the
// generator says can occur, and writes the table of both.
func TestNoConditionIsLeftOut(t *testing.T) {
	rows := map[string][]string{}
	var columns []string
	for _, target := range sorted(targets) {
		for _, kind := range slices.Sorted(maps.Values(kinds)) {
			columns = append(columns, target+", "+kind)
			for _, c := range spec.Conditions() {
				rows[c.Name] = append(rows[c.Name], cellOf(t, target, kind, c.Name))
			}
		}
	}
	compareTable(t, columns, rows)
}

// cellOf counts the meetings of a condition with a kind on a target, and demands
// that there are any where it can occur, and none in an arena where it cannot.
func cellOf(t *testing.T, target, kind, condition string) string {
	total, can := 0, false
	for _, arenas := range []map[string]string{kinds, furnished} {
		for arena, of := range arenas {
			if of != kind {
				continue
			}
			s, met := &subject{target: target, arena: arena}, 0
			for _, m := range slices.Concat(meetings, blockMeetings) {
				if m.condition == condition && m.is(s) {
					met++
				}
			}
			occurs := canOccur(planOf(t, packageOf(target, arena)), arena, condition)
			if met > 0 && !occurs || met == 0 && occurs && kinds[arena] != "" {
				t.Errorf("%s can occur on %s in arena %s: %t; tests that meet it: %d", condition, target, arena, occurs, met)
			}
			total, can = total+met, can || occurs
		}
	}
	if total == 0 && can {
		t.Errorf("%s can occur on %s with %s, and no test meets it", condition, target, kind)
	}
	if total == 0 {
		return "–"
	}
	return fmt.Sprint(total)
}

// canOccur reports whether the methods of an arena can meet a condition, or the
// Allocator's on its account or on none.
func canOccur(plan *spec.Plan, arena, condition string) bool {
	return slices.ContainsFunc(plan.Occurrences(), func(o spec.Occurrence) bool {
		return o.Condition.Condition == condition &&
			(o.Arena == arena || o.Arena == "" && (o.Pool == "" || strings.Contains(o.How, "arena "+arena+" ")))
	})
}

// compareTable holds docs/conditions.md against the table, or writes it.
func compareTable(t *testing.T, columns []string, rows map[string][]string) {
	text := "# How every condition is met\n\nThe number of tests that meet a condition through the public API of an arena, by target and pool kind; – where it cannot occur. " +
		"UnknownPool and LivePools, which only custom pools meet, have their tests in generated/gpupools and generated/hostpools. " +
		"The tests of a cell are `go test ./generated -run 'TestConditions/TARGET/KIND/CONDITION'`. This file is written by `make generate`.\n\n" +
		"| Condition | " + strings.Join(columns, " | ") + " |\n|---|" + strings.Repeat("---|", len(columns)) + "\n"
	for _, c := range spec.Conditions() {
		text += "| " + c.Name + " | " + strings.Join(rows[c.Name], " | ") + " |\n"
	}
	compareDocument(t, "conditions.md", text)
}

// compareDocument holds a file of docs against its text, or writes it.
func compareDocument(t *testing.T, name, text string) {
	path := filepath.Join("..", "docs", name)
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if committed, err := os.ReadFile(path); err != nil || string(committed) != text {
		t.Errorf("%s is not what the tests say (%v): run make generate", path, err)
	}
}
