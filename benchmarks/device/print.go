//go:build cgo

package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
)

// printTable prints a row for each subject, of which the first is what the others are
// compared with.
func printTable(w io.Writer, subjects []subject) {
	fmt.Fprint(w, "| | ns/op | times the twin | at most | | native calls per 10^6 operations, cold | warm | heap allocations, warm |\n"+
		"|---|---|---|---|---|---|---|---|\n")
	twin := subjects[0].parts.PerOp(subjects[0].trace)
	for i := range subjects {
		s := &subjects[i]
		perOp, most, verdict := s.parts.PerOp(s.trace), "", ""
		if s.most != 0 {
			most, verdict = fmt.Sprintf("%.2f", s.most), "missed"
			if perOp <= s.most*twin {
				verdict = "met"
			}
		}
		fmt.Fprintf(w, "| %s | %.1f | %.2f | %s | %s | %s | %s | %d |\n",
			s.name, perOp, perOp/twin, most, verdict, s.perMillion(s.cold), s.perMillion(s.warm), s.mallocs)
	}
}

// perMillion prints a number of calls for each million operations.
func (s *subject) perMillion(calls int) string {
	tenths := math.Round(float64(calls) * 1e7 / float64(len(s.trace.Ops)))
	return strconv.FormatFloat(tenths/10, 'f', -1, 64)
}
