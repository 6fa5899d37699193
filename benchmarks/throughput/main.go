// Command throughput prints how many operations goroutines do together, with an
// allocator each, with one behind a lock, and with one that has a stream for
// each: Markdown, every figure a ratio, from one run.
//
//	go run ./benchmarks/throughput [-goroutines N,N...] [-rounds N] [-operations N] [-svg FILE]
//
// With -svg it also draws them.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/allocgen/allocgen/benchmarks"
)

const (
	// Of each goroutine; what is on its way in a ring is live too, and 16 of
	// both fit the slots of one arena.
	maxLive = 1000
	// How many operations are gone through over and over, about: less than a
	// core's cache.
	listed = 30_000
	// As many streams as there are, which is as many goroutines as there can be.
	most = 16
)

func main() {
	list := flag.String("goroutines", "1,2,4,8,16", "numbers of goroutines; those above GOMAXPROCS are left out")
	rounds := flag.Int("rounds", 60, "how often each figure is taken, in turn with the others")
	operations := flag.Int("operations", 100_000, "operations of each goroutine that are timed, about")
	svg := flag.String("svg", "", "file to draw the figures into")
	flag.Parse()
	if err := run(os.Stdout, *list, *rounds, *operations, *svg); err != nil {
		fmt.Fprintln(os.Stderr, "throughput:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, list string, rounds, operations int, svg string) error {
	goroutines, err := parse(list)
	if err != nil {
		return err
	}
	if rounds < 1 || operations < 1 {
		return errors.New("rounds and operations are at least 1")
	}
	t := benchmarks.Repeatable(maxLive, min(listed, operations))
	m := measured{
		trace:      &t,
		passes:     max(operations/len(t.Ops), 1),
		goroutines: goroutines,
		least:      map[figure]time.Duration{},
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // no collection begins in what is timed
	if err := m.take(rounds); err != nil {
		return err
	}
	m.print(w, rounds)
	if svg == "" {
		return nil
	}
	return os.WriteFile(svg, m.draw(), 0o644)
}

// parse returns the numbers of goroutines to measure, in order. One is always
// among them, for all others are compared with it.
func parse(list string) (goroutines []int, err error) {
	goroutines = []int{1}
	for word := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > most {
			return nil, fmt.Errorf("%q is no number of goroutines from 1 to %d", word, most)
		}
		if n > runtime.GOMAXPROCS(0) {
			fmt.Fprintf(os.Stderr, "throughput: %d goroutines are left out, with GOMAXPROCS %d\n", n, runtime.GOMAXPROCS(0))
			continue
		}
		goroutines = append(goroutines, n)
	}
	slices.Sort(goroutines)
	return slices.Compact(goroutines), nil
}
