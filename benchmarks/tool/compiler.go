package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// compiler is the cost of go build for the package in a directory: cold where
// all that it imports is built and it itself is not, warm where it is too.
type compiler struct {
	directory, scratch string

	cold, warm samples
}

// take takes both costs so many times, each time in a cache of its own.
func (c *compiler) take(rounds int) error {
	if rounds == 0 {
		return nil
	}
	imports := filepath.Join(c.scratch, "imports")
	if err := c.buildImports(imports); err != nil {
		return err
	}
	for range rounds {
		cache := filepath.Join(c.scratch, "cache")
		if err := os.CopyFS(cache, os.DirFS(imports)); err != nil {
			return err
		}
		for _, s := range []*samples{&c.cold, &c.warm} {
			spent, err := spendOn(0, c.command(cache, "build", "."))
			if err != nil {
				return err
			}
			*s = append(*s, spent)
		}
		if err := os.RemoveAll(cache); err != nil {
			return err
		}
	}
	return nil
}

// buildImports fills a cache with what the package imports.
func (c *compiler) buildImports(cache string) error {
	if err := os.Mkdir(cache, 0o700); err != nil {
		return err
	}
	list := c.command(cache, "list", "-deps", ".")
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("%s in %s: %w", strings.Join(list.Args, " "), c.directory, err)
	}
	packages := strings.Fields(string(out))
	imports := packages[:len(packages)-1] // the package itself comes last
	if len(imports) == 0 {
		return nil
	}
	_, err = spendOn(0, c.command(cache, append([]string{"build"}, imports...)...))
	return err
}

// command is a go command in the directory, with a cache.
func (c *compiler) command(cache string, args ...string) *exec.Cmd {
	command := exec.Command("go", args...)
	command.Dir = c.directory
	command.Env = append(os.Environ(), "GOCACHE="+cache, "CGO_ENABLED=0")
	return command
}
