package main

import (
	"fmt"
	"io"
	"runtime"
)

// least is how much of what N allocators without a lock do N streams are to do.
const least = 0.95

// how names the two ways to free.
func how(passesOn bool) string {
	if passesOn {
		return "passed on"
	}
	return "own frees"
}

// print prints what each kind does with so many goroutines, of what it would do
// if they were no burden to each other, and of what none does with as many.
func (m *measured) print(w io.Writer, rounds int) {
	fmt.Fprint(w, "| goroutines |")
	for _, passesOn := range []bool{false, true} {
		for _, k := range kinds {
			fmt.Fprintf(w, " %s, %s |", k.name, how(passesOn))
		}
	}
	fmt.Fprint(w, "\n|---|---|---|---|---|---|---|\n")
	for _, n := range m.goroutines {
		fmt.Fprintf(w, "| %d |", n)
		for _, passesOn := range []bool{false, true} {
			for _, k := range kinds {
				fmt.Fprintf(w, " %.2f |", m.relative(k.name, passesOn, n)/float64(n))
			}
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "\n| goroutines | regions | mutex, of none | streams, of none | at least | |\n|---|---|---|---|---|---|\n")
	for _, n := range m.goroutines {
		for _, passesOn := range []bool{false, true} {
			none := m.rate("none", passesOn, n)
			streams := m.rate("streams", passesOn, n) / none
			fmt.Fprintf(w, "| %d | %s | %.2f | %.2f | %.2f | %s |\n", n, how(passesOn),
				m.rate("mutex", passesOn, n)/none, streams, least, verdict(streams))
		}
	}
	fmt.Fprintf(w, "\n%d operations of each goroutine, %d rounds, %s, GOMAXPROCS %d\n",
		m.passes*len(m.trace.Ops), rounds, runtime.Version(), runtime.GOMAXPROCS(0))
}

func verdict(ratio float64) string {
	if ratio >= least {
		return "met"
	}
	return "missed"
}
