package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/profiles"
	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/spec/size"
)

// deviceProfile returns the profile that -device names: one in a file, whose path
// has a slash or ends in .json, or a known one by its name.
func deviceProfile(name string) (*vkrt.Profile, error) {
	if !strings.ContainsAny(name, `/\`) && !strings.HasSuffix(name, ".json") {
		if profile, known := profiles.ByName(name); known {
			return &profile, nil
		}
		return nil, unknownDevice(name)
	}
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	profile, err := vkrt.ReadProfile(name, src)
	if err != nil {
		return nil, err
	}
	if broken := profile.Verify(); len(broken) > 0 {
		return nil, fmt.Errorf("%s: %w", name, broken[0])
	}
	return &profile, nil
}

// unknownDevice says which device was probably meant, else which there are.
func unknownDevice(name string) error {
	known := profileNames()
	near := nearest(name, known)
	if i := slices.IndexFunc(known, func(k string) bool { return name != "" && strings.Contains(k, name) }); near == "" && i >= 0 {
		near = known[i]
	}
	if near != "" {
		return fmt.Errorf("unknown device %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("unknown device %q; a profile of your own is a path that ends in .json, and known are: %s", name, strings.Join(known, ", "))
}

// profileNames returns the names of the profiles that are known.
func profileNames() (names []string) {
	for name := range profiles.All() {
		names = append(names, name)
	}
	return names
}

// printFit prints which memory types of a device serve each arena, and what the
// device cannot give.
func printFit(c *console, fit *spec.Fit) {
	fmt.Fprintf(c.out, "device %s\n", fit.Device.Name)
	wide := 0
	for _, a := range fit.Arenas {
		for _, t := range a.Types {
			wide = max(wide, utf8.RuneCountInString(t.Flags.String()))
		}
	}
	for _, a := range fit.Arenas {
		fmt.Fprintf(c.out, "  arena %s\n", a.Arena)
		for i, t := range a.Types {
			rank := "then"
			switch {
			case i == 0:
				rank = "type"
			case a.Strict:
				rank = "not "
			}
			fmt.Fprintf(c.out, "    %s %-2d  %s  heap %d, %s: %s\n", rank, t.Index, pad(t.Flags.String(), wide), t.Heap, size.Append(nil, t.HeapSize), why(a, i))
		}
		if len(a.Types) == 0 {
			fmt.Fprintln(c.out, "    no memory type")
		}
	}
	for _, w := range fit.Caveats {
		fmt.Fprintf(c.out, "  %s %s%s\n", c.outPalette.paint(yellow, "warning:"), about(w), w.Message)
	}
}

// why says what speaks for and against the i-th type of an arena.
func why(a spec.ArenaFit, i int) string {
	if i > 0 && a.Strict {
		return "the arena is strict"
	}
	return a.Types[i].Why()
}

// about says which arena and pool a caveat is about.
func about(w spec.Caveat) string {
	switch {
	case w.Pool != "":
		return "arena " + w.Arena + ", pool " + w.Pool + ": "
	case w.Arena != "":
		return "arena " + w.Arena + ": "
	}
	return ""
}
