package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/allocgen/allocgen/spec"
)

// starter is the spec that init writes; PACKAGE stands for the package's name.
//
//go:embed starter/allocgen.yaml
var starter string

var initVerb = verb{
	name:     "init",
	operands: "[DIR]",
	most:     1,
	summary:  "start a package: a spec, its schema and a file for go generate",
	detail: `Writes three files into DIR, or into the current directory: ` + defaultSpec + `, a
commented spec to change; allocgen.schema.json, which editors check it with; and
generate_test.go, which tells go generate to run allocgen. The package is named as the Go
files or the module in DIR say, else for DIR. Overwrites nothing.

With -strategy it also writes a directory of that name: a Go package that places
regions in the blocks of a pool, to start a strategy of your own from, and the spec
has a pool of it. Where DIR has a spec already, it writes the strategy alone.
`,
	setup: func(flags *flag.FlagSet) action {
		strategy := flags.String("strategy", "", "the `NAME` of a strategy of your own, which becomes a package and its directory")
		return func(c *console, operands []string) status {
			dir := "."
			if len(operands) == 1 {
				dir = filepath.Clean(operands[0])
			}
			return initialise(c, dir, *strategy)
		}
	},
}

func initialise(c *console, dir, strategy string) status {
	if strategy != "" {
		if err := refuseName(strategy); err != nil {
			return c.fail(err)
		}
		if hasSpec(dir) {
			return addStrategy(c, dir, strategy)
		}
	}
	name, err := packageName(dir)
	if err != nil {
		return c.fail(err)
	}
	text := strings.Replace(starter, "PACKAGE", name, 1)
	if _, problems := spec.Compile(defaultSpec, []byte(text)); problems.Failed() {
		return c.fail(refuse("package %s in %s cannot hold an allocator: give it a directory of its own, such as 'allocgen init %s'",
			name, dir, filepath.Join(dir, "pool")))
	}
	files := []file{
		{filepath.Join(dir, defaultSpec), []byte(text), missing},
		{filepath.Join(dir, "allocgen.schema.json"), spec.Schema(), missing},
		{filepath.Join(dir, "generate_test.go"), fmt.Appendf(nil, directive, name), missing},
	}
	if strategy != "" {
		files[0].text = []byte(poolsOf(text, strategy))
		more, err := strategyFiles(dir, strategy)
		if err != nil {
			return c.fail(err)
		}
		files = append(files, more...)
	}
	if err := writeNew(c, files); err != nil {
		return c.fail(err)
	}
	return nextSteps(c, dir, name)
}

// directive is the package's first file, one that go generate reads after all that
// allocgen may remove.
const directive = `package %s_test

// Here go generate finds it last: the files that allocgen removes it has read before.
//
//go:generate go tool allocgen generate
`

// writeNew writes files of which none may be there, and says which.
func writeNew(c *console, files []file) error {
	if err := refusePresent(files); err != nil {
		return err
	}
	if err := install(files); err != nil {
		return err
	}
	for _, f := range files {
		c.say("wrote %s", f.path)
	}
	return nil
}

// refusePresent refuses when any of the files exists already, whatever it is.
func refusePresent(files []file) error {
	var present []string
	for _, f := range files {
		_, err := os.Lstat(f.path)
		switch {
		case err == nil:
			present = append(present, f.path)
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	if len(present) > 0 {
		return refuse("not overwriting %s", strings.Join(present, ", "))
	}
	return nil
}

// command is the import path of this package.
const command = "github.com/allocgen/allocgen/cmd/allocgen"

// nextSteps says what remains to be done until the first allocation.
func nextSteps(c *console, dir, name string) status {
	root, err := moduleRoot(dir)
	if err != nil {
		return c.fail(err)
	}
	version := moduleVersion()
	if !strings.HasPrefix(version, "v") {
		version = "latest"
	}
	fmt.Fprint(c.err, "Next:\n")
	if root == "" {
		fmt.Fprintf(c.err, "  go mod init example.com/%s\n", name)
	}
	fmt.Fprintf(c.err, "  go get -tool %s@%s\n  go generate ./...\n  go get -t ./...\n  go test ./...\n", command, version)
	return yes
}
