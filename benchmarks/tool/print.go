package main

import (
	"fmt"
	"io"
	"time"
)

// printTables prints what the specs emit and what that costs, the latter beside
// the cold build, where there is one.
func printTables(w io.Writer, costs []toolCosts, c *compiler) {
	fmt.Fprint(w, "| spec | files | bytes |\n|---|---|---|\n")
	for _, t := range costs {
		fmt.Fprintf(w, "| %s | %d | %d |\n", t.spec.name, t.spec.files, t.spec.bytes)
	}
	build, _ := c.cold.median()
	fmt.Fprint(w, "\n| | spec | user, ms | system, ms | user, of the cold build | at most, ms | |\n|---|---|---|---|---|---|---|\n")
	for _, t := range costs {
		printRow(w, "generate, cold", t.spec.name, t.generateCold, build, t.most)
		printRow(w, "generate, warm", t.spec.name, t.generateWarm, build, t.most)
		printRow(w, "check, cold", t.spec.name, t.checkCold, build, 0)
		printRow(w, "check, warm", t.spec.name, t.checkWarm, build, 0)
	}
	last := costs[len(costs)-1].spec.name
	printRow(w, "go build, cold", last, c.cold, build, 0)
	printRow(w, "go build, warm", last, c.warm, build, 0)
}

func printRow(w io.Writer, what, name string, s samples, build, most time.Duration) {
	if len(s) == 0 {
		return
	}
	user, system := s.median()
	ratio, limit, verdict := "", "", ""
	if build != 0 {
		ratio = fmt.Sprintf("%.3f", float64(user)/float64(build))
	}
	if most != 0 {
		limit, verdict = fmt.Sprint(most.Milliseconds()), "missed"
		if user <= most {
			verdict = "met"
		}
	}
	fmt.Fprintf(w, "| %s | %s | %.0f | %.0f | %s | %s | %s |\n", what, name, milliseconds(user), milliseconds(system), ratio, limit, verdict)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
