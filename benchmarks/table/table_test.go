package main

import (
	"os"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/benchmarks"
)

// TestRows: every row names what there is, and a subject that serves the trace.
func TestRows(t *testing.T) {
	traces := map[string]*benchmarks.Trace{}
	for _, made := range benchmarks.Made() {
		traces[made.Name] = &made
	}
	for _, r := range ratios {
		for _, f := range []figure{r.of, r.to} {
			made := traces[f.trace]
			if made == nil || f.subject != yardstick && f.subject != barePair && !subject(f.subject).Suits(made) {
				t.Errorf("%s: %s doesn't serve %s", r.what, f.subject, f.trace)
			}
		}
	}
	for _, d := range metadata {
		if bytes := subject(d.subject).Metadata(); bytes < 16 {
			t.Errorf("a region of %s takes %g bytes", d.subject, bytes)
		}
	}
}

// TestPairs: what a row adds to what it is compared with is its pairs.
func TestPairs(t *testing.T) {
	m := measured{perOp: map[figure]float64{{"min_memory", "random_mix"}: 20, {barePair, "random_mix"}: 10}}
	for _, r := range ratios {
		if r.to == (figure{"min_memory", "random_mix"}) {
			if to := m.against(&r); to != 20+10*r.pairs {
				t.Errorf("%s: against %g", r.what, to)
			}
		}
	}
	if of := opened(barePair, nil)(make([]benchmarks.Op, 3)); of != 0 {
		t.Errorf("%d of 3 locks were refused", of)
	}
}

func TestParse(t *testing.T) {
	least, err := parse([]byte("ruler    random_mix.trace   min   12.77 med   41.44 ns/op  fails 0\n"))
	if err != nil || least != 12.77 {
		t.Errorf("%g, %v", least, err)
	}
	if _, err := parse([]byte("usage: ruler\n")); err == nil {
		t.Error("a line without figures: no error")
	}
}

// TestWrite: what is written for the yardstick reads back the same.
func TestWrite(t *testing.T) {
	made, directory := benchmarks.Made()[0], t.TempDir()
	if _, err := write(directory, &made); err != nil {
		t.Fatal(err)
	}
	list, err := benchmarks.Load(directory)
	if err != nil || len(list) != 1 || len(list[0].Ops) != len(made.Ops) || list[0].Capacity != made.Capacity {
		t.Fatalf("%d traces: %v", len(list), err)
	}
	for i, o := range made.Ops {
		if list[0].Ops[i] != o {
			t.Fatalf("operation %d is %+v, not %+v", i, list[0].Ops[i], o)
		}
	}
}

// TestWithoutYardstick: the other rows are there, and no figure that isn't.
func TestWithoutYardstick(t *testing.T) {
	m := measured{perOp: map[figure]float64{{"linear", "frame_ring"}: 4}}
	of, to := m.of(figure{"linear", "frame_ring"}), m.of(figure{yardstick, "frame_ring"})
	if text := strings.Join([]string{number(of, 1), number(to, 1), number(of/to, 2), verdict(of/to, 0.3)}, "|"); text != "4.0|||" {
		t.Error(text)
	}
	if err := run(nil, os.DevNull, 1); err == nil {
		t.Error("no directory: no error")
	}
}
