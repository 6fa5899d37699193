// Command table prints what the performance of generated allocators is held
// to, and what it is, in one run: Markdown, each row a ratio or a figure.
//
//	go run ./benchmarks/table [-ruler PROGRAM] [-peer NAME=PROGRAM]... [-traces DIRECTORY] [-rounds N]
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/allocgen/allocgen/benchmarks"
	"github.com/allocgen/allocgen/benchmarks/subjects"
)

func main() {
	programs := rivals{}
	flag.Func("ruler", "the yardstick, `PROGRAM`; without one, its ratios are left out", func(program string) error { return programs.add(yardstick + "=" + program) })
	flag.Func("peer", "another allocator to compare ours with, `NAME=PROGRAM`, which prints as the yardstick does; may be given several times", programs.add)
	directory := flag.String("traces", "", "directory of recordings; what it lacks is made")
	rounds := flag.Int("rounds", 7, "how often each figure is taken, in turn with the others")
	flag.Parse()
	if err := run(programs, *directory, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(2)
	}
}

func run(programs rivals, directory string, rounds int) error {
	m := measured{traces: map[string]*benchmarks.Trace{}, files: map[string]string{}, rivals: programs, rows: append(programs.rows(), ratios...)}
	list := benchmarks.Made()
	if directory != "" {
		recorded, err := benchmarks.Load(directory)
		if err != nil {
			return err
		}
		list = append(list, recorded...)
	}
	files, err := os.MkdirTemp("", "traces")
	if err != nil {
		return err
	}
	defer os.RemoveAll(files)
	for i := range list {
		m.traces[list[i].Name] = &list[i]
	}
	for _, r := range ratios {
		if r.to.subject != yardstick {
			continue
		}
		if m.files[r.to.trace], err = write(files, m.traces[r.to.trace]); err != nil {
			return err
		}
	}
	if err := m.take(rounds); err != nil {
		return err
	}
	m.print(os.Stdout, directory != "")
	return nil
}

// print prints the tables; high-water marks only of recorded traces.
func (m *measured) print(w io.Writer, isRecorded bool) {
	fmt.Fprint(w, "| | trace | ns/op | against | ns/op | ratio | at most | |\n|---|---|---|---|---|---|---|---|\n")
	for _, r := range m.rows {
		of, to := m.of(r.of), m.against(&r)
		against := r.to.subject
		if r.to.trace != r.of.trace {
			against += ", " + r.to.trace
		}
		if r.pairs != 0 {
			against += fmt.Sprintf(" + %g × %s", r.pairs, barePair)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", r.what, r.of.trace,
			number(of, 1), against, number(to, 1), number(of/to, 2), number(r.most, 2), verdict(of/to, r.most))
	}
	fmt.Fprint(w, "\n| | | figure | at most | |\n|---|---|---|---|---|\n")
	if isRecorded {
		m.printHighWaters(w)
	}
	for _, d := range metadata {
		bytes := subject(d.subject).Metadata()
		fmt.Fprintf(w, "| metadata, bytes a region | %s | %.1f | %s | %s |\n", d.subject, bytes, number(d.most, 0), verdict(bytes, d.most))
	}
	mallocs, refused := m.counts()
	fmt.Fprintf(w, "| heap allocations once warm | all | %d | 0 | %s |\n", mallocs, verdict(float64(mallocs), 0.5))
	fmt.Fprintf(w, "| refused | tlsf, the first five traces | %d | 0 | %s |\n", refused, verdict(float64(refused), 0.5))
}

// printHighWaters prints where the highest regions ended.
func (m *measured) printHighWaters(w io.Writer) {
	for _, h := range highWaters {
		for _, name := range []string{"min_memory", "min_offset"} {
			reached, most := float64(subject(name).HighWater(m.traces[h.trace]))/1e6, 1.03*h.best
			fmt.Fprintf(w, "| high water, MB | %s, %s | %.1f | %.1f | %s |\n", name, h.trace, reached, most, verdict(reached, most))
		}
	}
}

// counts returns the heap allocations of every pair of a subject and a trace
// in the ratios, and the refusals where tlsf meets the yardstick.
func (m *measured) counts() (mallocs uint64, refused int) {
	for _, r := range ratios {
		if r.of.subject == barePair {
			continue
		}
		s, t := subject(r.of.subject), m.traces[r.of.trace]
		mallocs += s.Mallocs(t)
		if r.to.subject == yardstick && r.of.subject == subjects.List[0].Name {
			refused += s.Open(t).Replay(t.Ops)
		}
	}
	return mallocs, refused
}

// number prints a figure that there may be none of.
func number(v float64, digits int) string {
	if v == 0 || math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf("%.*f", digits, v)
}

func verdict(v, most float64) string {
	switch {
	case most == 0 || math.IsNaN(v):
		return ""
	case v <= most:
		return "met"
	}
	return "missed"
}
