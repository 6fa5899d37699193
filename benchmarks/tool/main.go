// Command tool prints what allocgen costs that a programmer waits for: generate,
// check, and the compiler on what was generated. Markdown, from one run in the
// module.
//
//	go run ./benchmarks/tool [-rounds N] [-builds N]
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	rounds := flag.Int("rounds", 7, "how often each figure of the tool is taken, in turn with the others")
	builds := flag.Int("builds", 3, "how often those of the compiler are taken")
	flag.Parse()
	if err := run(os.Stdout, *rounds, *builds); err != nil {
		fmt.Fprintln(os.Stderr, "tool:", err)
		os.Exit(2)
	}
}

// run measures the smallest and the largest of the module's specs.
func run(w io.Writer, rounds, builds int) error {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("go list -m: %w", err)
	}
	root := strings.TrimSpace(string(out))
	scratch, err := os.MkdirTemp("", "tool")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	binary, err := buildTool(root, scratch)
	if err != nil {
		return err
	}
	paths, err := specsOf(root)
	if err != nil {
		return err
	}
	smallest, largest, err := extremes(binary, scratch, paths)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "tool: of %d specs, %s emits least and %s most\n", len(paths), smallest.name, largest.name)
	c := compiler{directory: filepath.Dir(largest.origin), scratch: scratch}
	if err := c.take(builds); err != nil {
		return err
	}
	costs := []toolCosts{{spec: smallest}, {spec: largest, most: mostUser}}
	for range rounds {
		for i := range costs {
			if err := costs[i].once(binary); err != nil {
				return err
			}
		}
	}
	printTables(w, costs, &c)
	return nil
}

// buildTool builds the tool as it is installed.
func buildTool(root, scratch string) (binary string, err error) {
	binary = filepath.Join(scratch, "allocgen")
	build := exec.Command("go", "build", "-o", binary, "./cmd/allocgen")
	build.Dir, build.Env = root, append(os.Environ(), "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build ./cmd/allocgen: %w\n%s", err, said)
	}
	return binary, nil
}
