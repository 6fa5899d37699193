package templates

import (
	"flag"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/internal/planted"
)

var update = flag.Bool("update", false, "write the table in docs instead of comparing it")

// A bug is planted in one file of a template, where one text becomes another. The
// template's own tests must fail and say so with the words of law, which are of a
// test's name or of what it prints.
type bug struct{ name, file, from, to, law string }

// plantedIn are the bugs of each template.
var plantedIn = map[string][]bug{
	"blocks":    plantedInBlocks,
	"calls":     plantedInCalls,
	"callsites": plantedInCallsites,
	"direct":    plantedInDirect,
	"dump":      plantedInDump,
	"events":    plantedInEvents,
	"exclusive": plantedInExclusive,
	"extents":   plantedInExtents,
	"guards":    plantedInGuards,
	"idle":      plantedInIdle,
	"largest":   plantedInLargest,
	"layout":    plantedInLayout,
	"linear":    plantedInLinear,
	"maps":      plantedInMaps,
	"meter":     plantedInMeter,
	"names":     plantedInNames,
	"numbering": plantedInNumbering,
	"ordered":   plantedInOrdered,
	"sliced":    plantedInSliced,
	"slots":     plantedInSlots,
	"tlsf":      plantedInTLSF,
	"whole":     plantedInWhole,
}

func TestPlantedBugsTurnTheTemplateRed(t *testing.T) {
	for template, bugs := range plantedIn {
		for _, bug := range bugs {
			t.Run(template+"/"+bug.name, func(t *testing.T) {
				t.Parallel()
				list := planted.Overlay(t, planted.Mutant(t, template, bug.file, bug.from, bug.to))
				out, failed := testTemplate(list, template, "-skip=^TestInstances$", "-timeout=60s")
				if !failed { // what the parameters' defaults don't bring to life
					out, failed = testTemplate(list, template, "-run=^TestInstances$", "-timeout=300s")
				}
				if !failed || bug.law == "" || strings.Contains(out, "build failed") || !strings.Contains(out, bug.law) {
					t.Errorf("the tests fail: %t, which doesn't say %q:\n%s", failed, bug.law, out)
				}
			})
		}
	}
}

// testTemplate tests a template with some of its files replaced.
func testTemplate(overlay, template, which, timeout string) (out string, failed bool) {
	text, err := exec.Command("go", slices.Concat([]string{"test", "-overlay=" + overlay}, planted.Flags,
		[]string{"-count=1", timeout, which, "./" + template})...).CombinedOutput()
	return string(text), err != nil
}

// TestEveryTemplateHasPlantedBugs: none is left out, and each has ten of them, but
// for the few that are too small for so many.
func TestEveryTemplateHasPlantedBugs(t *testing.T) {
	all, err := library(true)
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range all {
		name, ok := strings.CutPrefix(source.Path, module+"templates/")
		if n := len(plantedIn[name]); ok && name != "rank" && n < 10 {
			t.Errorf("%d bugs are planted in %s", n, name)
		}
	}
}

// TestPlantedTable holds docs/planted.md against the bugs, or writes it.
func TestPlantedTable(t *testing.T) {
	text := "\n| Template | Bug | What says so |\n|---|---|---|\n"
	for _, template := range slices.Sorted(maps.Keys(plantedIn)) {
		for _, bug := range plantedIn[template] {
			text += planted.Row(template, bug.name, bug.law)
		}
	}
	planted.Compare(t, "../docs/planted.md", "## In templates", text, *update)
}
