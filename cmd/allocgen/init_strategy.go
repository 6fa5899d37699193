package main

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/allocgen/allocgen/spec"
)

// strategies holds the package that init writes for a strategy of one's own.
//
//go:embed starter/strategy/*.go
var strategies embed.FS

// starterName is the name of that package where it stands as a word.
var starterName = regexp.MustCompile(`\b(package|Package) strategy\b`)

// strategyFiles returns the files of a strategy to start from, for a directory of
// its name.
func strategyFiles(dir, name string) (files []file, err error) {
	entries, err := strategies.ReadDir("starter/strategy")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		text, err := strategies.ReadFile("starter/strategy/" + e.Name())
		if err != nil {
			return nil, err
		}
		base := strings.Replace(e.Name(), "strategy.go", name+".go", 1)
		files = append(files, file{filepath.Join(dir, name, base), starterName.ReplaceAll(text, []byte("$1 "+name)), missing})
	}
	return files, nil
}

// refuseName refuses a strategy by a name that its package or its files cannot have.
func refuseName(name string) error {
	_, problems := spec.Compile(defaultSpec, []byte(strings.Replace(starter, "PACKAGE", name, 1)))
	if problems.Failed() || strings.Contains(name, "_") {
		return refuse("strategy %q: no package can have this name: use lower-case letters and digits, a letter first", name)
	}
	if name == "testdata" || name == "vendor" || name == "internal" || slices.Contains(spec.TakenNames(), name) {
		return refuse("strategy %q: the name means something else: choose another", name)
	}
	return nil
}

// poolsOf returns the starter's text with a pool of the strategy in place of its
// pools.
func poolsOf(text, strategy string) string {
	at := strings.Index(text, "      - {name: small,")
	end := at + strings.Index(text[at:], "\n\n")
	return text[:at] + "      - " + poolOf(strategy) + text[end:]
}

// poolOf is a pool of a strategy.
func poolOf(strategy string) string {
	return "{name: ranges, kind: ./" + strategy + ", policy: {pooled: {block_size: 1MiB}}}"
}

// addStrategy writes a strategy beside a spec that is there, to which the user
// adds the pool.
func addStrategy(c *console, dir, strategy string) status {
	files, err := strategyFiles(dir, strategy)
	if err == nil {
		err = writeNew(c, files)
	}
	if err != nil {
		return c.fail(err)
	}
	c.say("a pool of it, for %s:\n  - %s", filepath.Join(dir, defaultSpec), poolOf(strategy))
	return yes
}

// hasSpec reports whether a directory has a spec.
func hasSpec(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, defaultSpec))
	return !errors.Is(err, fs.ErrNotExist)
}
