package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"

	"github.com/allocgen/allocgen/runtime/replay"
	"github.com/allocgen/allocgen/spec/size"
)

var replayVerb = verb{
	name:     "replay",
	operands: "[SPEC...] RECORDING...",
	most:     anyNumber,
	summary:  "run recordings through what specs generate, and measure",
	detail: `Runs each recording through each arena of each spec, on the code that the spec
generates, and prints a table: the peaks of bytes in use and reserved, fragmentation,
native allocations, refusals, and the time of an operation. Operands that end in
.yaml or .yml are specs. Without one it takes ` + defaultSpec + `.

A recording is text in the language of package runtime/trace, a dump of Vulkan Memory
Allocator, a log of RAPIDS Memory Manager, or the lifetimes of buffers in a CSV with
columns lower, upper and size; - is one on standard input. -convert writes the one
recording given as such text, and no more, "-convert -" to standard output; -history
also writes what one recording does in one arena, step by step, for 'allocgen view'.
Neither overwrites a file.

The code is built in the module of the first spec, or else of the current directory,
which must have allocgen among its requirements; nothing is written there. Specs for
vulkan run on a simulated device. Exits with 0 when all was measured, whatever the
figures, 1 when a spec or a recording is invalid or there is no such arena, 2 when there
is no answer, or it was interrupted, with a table of what had been measured by then.
`,
	setup: func(flags *flag.FlagSet) action {
		var r replaying
		flags.StringVar(&r.device, "device", "", "the `PROFILE` of the simulated device, a file or a built-in name; without it the one that a spec pins, or "+usualDevice)
		flags.StringVar(&r.arena, "arena", "", "the `NAME` of the only arena to replay in")
		flags.StringVar(&r.capacity, "capacity", "", "a `SIZE` for blocks of which a spec says none; without it the recording's")
		flags.StringVar(&r.convert, "convert", "", "write the only recording, as text, to a `FILE`, or - for standard output, and replay nothing")
		flags.StringVar(&r.history, "history", "", "write what becomes of blocks and regions, of one recording in one arena, to a `FILE`")
		flags.BoolVar(&r.json, "json", false, "print JSON")
		return func(c *console, operands []string) status { return r.run(c, operands) }
	},
}

// replaying is the flags of replay.
type replaying struct {
	device, arena, capacity string
	convert, history        string // paths of files to write, "" for none
	json                    bool
}

// rounds is how often a recording is replayed for its time.
const rounds = 7

func (r replaying) run(c *console, operands []string) status {
	specs, paths := split(operands)
	job := replay.Job{Rounds: rounds, Placements: r.history != ""}
	switch {
	case len(paths) == 0:
		return c.misused("replay", "no recording")
	case len(paths) > 1 && (r.convert != "" || r.history != ""):
		return c.misused("replay", "-convert and -history take a single recording")
	case r.capacity != "":
		var err error
		if job.Capacity, err = size.Parse(r.capacity); err != nil {
			return c.misused("replay", "-capacity %s: %v", r.capacity, err)
		}
	}
	if err := errors.Join(refuseTarget(r.history), refuseTarget(r.convert)); err != nil {
		return c.fail(err)
	}
	if r.convert != "" {
		return convertRecording(c, paths[0], r.convert)
	}
	driven, answer := drive(c, specs, r.arena, r.device)
	if answer != yes {
		return answer
	}
	if r.history != "" && len(driven) > 1 {
		return c.misused("replay", "-history takes a single arena: name it with -arena")
	}
	recordings, err := readRecordings(paths)
	if err != nil {
		return c.fail(err)
	}
	for _, recording := range recordings {
		if n := recording.strayFrees(); n > 0 {
			c.say("%s: %s of nothing that is live", recording.name, plural(n, "free"))
		}
	}
	for _, d := range driven {
		for _, recording := range recordings {
			d.warn(c, recording, job.Capacity)
		}
	}
	return r.measure(c, driven, recordings, job)
}

// refuseTarget refuses a file that a flag names, if it does, where it is there or
// its directory is not: before what takes long.
func refuseTarget(path string) error {
	if path == "" || path == "-" {
		return nil
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return err
	}
	return refusePresent([]file{{path: path}})
}

// measure replays the recordings and prints what it measured, complete or not.
func (r replaying) measure(c *console, driven []driven, recordings []recording, job replay.Job) status {
	ctx, stop := interruptible()
	defer stop()
	wanted := len(driven) * len(recordings)
	p, err := buildDriver(ctx, driven)
	if err != nil {
		return r.conclude(ctx, c, nil, err, wanted)
	}
	defer p.remove()
	watch, history := watcher(c), newHistory(driven[0])
	var results []replay.Result
	err = p.run(ctx, job, recordings, func(event replay.Event) {
		watch.see(event)
		history.see(event)
		if event.Result != nil {
			results = append(results, *event.Result)
		}
	})
	if printed := r.print(c, results, driven); printed != nil {
		return c.fail(printed)
	}
	if answer := r.conclude(ctx, c, results, err, wanted); answer != yes || r.history == "" {
		return answer
	}
	return history.write(c, r.history)
}

// conclude says what kept results from being complete, if anything did.
func (r replaying) conclude(ctx context.Context, c *console, results []replay.Result, err error, wanted int) status {
	switch {
	case ctx.Err() != nil:
		c.say("interrupted: %d of %d measured", len(results), wanted)
		return unclear
	case err != nil:
		return c.fail(err)
	case slices.ContainsFunc(results, func(r replay.Result) bool { return r.Error != "" }):
		return unclear
	}
	return yes
}

// print prints the results, as a table or as JSON.
func (r replaying) print(c *console, results []replay.Result, driven []driven) error {
	if !r.json {
		return printTable(c.out, results, driven)
	}
	text := json.NewEncoder(c.out)
	text.SetIndent("", "  ")
	return text.Encode(struct {
		Results []replay.Result `json:"results"`
	}{append([]replay.Result{}, results...)})
}

// hasSpecName tells specs, by their names, from recordings.
func hasSpecName(path string) bool {
	return filepath.Ext(path) == ".yaml" || filepath.Ext(path) == ".yml"
}

// split parts specs from recordings. Without a spec there is the usual one.
func split(operands []string) (specs, recordings []string) {
	for _, path := range operands {
		if hasSpecName(path) {
			specs = append(specs, path)
		} else {
			recordings = append(recordings, path)
		}
	}
	if len(specs) == 0 {
		specs = []string{defaultSpec}
	}
	return specs, recordings
}
