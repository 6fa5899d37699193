//go:build cgo

// Command device prints what a whole allocator for Vulkan costs on a device,
// beside its twin on the host and a native allocation for each region: Markdown,
// from one run.
//
//	go run ./benchmarks/device [-rounds N] [-operations N] [-traces DIRECTORY]
//
// It ends with status 2 where there is no Vulkan device. The environment variable
// ALLOCGEN_DEVICE may name one of several.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/allocgen/allocgen/benchmarks"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/vk"
)

// replayed is the name of the trace.
const replayed = "random_mix"

func main() {
	rounds := flag.Int("rounds", 20, "how often each figure is taken, in turn with the others")
	operations := flag.Int("operations", 20_000, "native allocations and frees that are timed")
	directory := flag.String("traces", "", "directory of recordings; without one "+replayed+" is made")
	flag.Parse()
	if err := run(*rounds, *operations, *directory); err != nil {
		fmt.Fprintln(os.Stderr, "device:", err)
		if _, missing := errors.AsType[*vk.MissingError](err); missing {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

func run(rounds, operations int, directory string) error {
	t, err := load(directory)
	if err != nil {
		return err
	}
	if rounds < 1 || operations < 1 {
		return errors.New("rounds and operations are at least 1")
	}
	c, err := vk.Open(vk.Options{})
	if err != nil {
		return err
	}
	defer c.Close()
	return report(os.Stdout, c.Runtime, t, rounds, operations)
}

// load returns the trace that is replayed.
func load(directory string) (*benchmarks.Trace, error) {
	list, err := benchmarks.Load(directory)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Name == replayed {
			return &list[i], nil
		}
	}
	return nil, fmt.Errorf("no recording %s in %s", replayed, directory)
}

// report measures on a device and prints what was found.
func report(w io.Writer, d *vkrt.Device, t *benchmarks.Trace, rounds, operations int) error {
	subjects := subjectsFor(d, t, operations)
	if err := take(subjects, d, rounds); err != nil {
		return err
	}
	for i := range subjects {
		if err := subjects[i].count(d); err != nil {
			return err
		}
	}
	p, native := d.Profile(), subjects[len(subjects)-1].trace
	fmt.Fprintf(w, "%s: Vulkan %s, driver %s\n\n", p.Name, p.APIVersion, p.Driver)
	printTable(w, subjects)
	fmt.Fprintf(w, "\n%s, %d operations; of native ones %d, with at most %d regions live; %d rounds\n",
		t.Name, len(t.Ops)-t.Setup, len(native.Ops)-native.Setup, nativeLive(d), rounds)
	return nil
}
