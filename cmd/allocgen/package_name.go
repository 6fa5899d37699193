package main

import (
	"errors"
	"go/build"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// packageName names the package in dir: as its Go files say, else for the module
// whose root it is, else for the directory. dir need not exist.
func packageName(dir string) (string, error) {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		found, err := build.ImportDir(dir, 0)
		if err == nil {
			return found.Name, nil
		}
		if several, ok := errors.AsType[*build.MultiplePackageError](err); ok {
			return "", refusal(several.Error())
		}
		if _, none := errors.AsType[*build.NoGoError](err); !none {
			return "", err
		}
	}
	if module := modulePath(dir); module != "" {
		return identifier(module), nil
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return identifier(filepath.Base(full)), nil
}

var (
	moduleLine   = regexp.MustCompile(`(?m)^\s*module\s+"?([^\s"]+)`)
	majorVersion = regexp.MustCompile(`[/.]v[0-9]+$`)
	notPlain     = regexp.MustCompile(`[^a-z0-9]+|^[0-9]+`)
)

// modulePath returns the path of the module whose root is dir, or "".
func modulePath(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return ""
	}
	if found := moduleLine.FindSubmatch(text); found != nil {
		return majorVersion.ReplaceAllString(string(found[1]), "")
	}
	return ""
}

// identifier makes the last element of a path the name of a package: lower-case
// letters and digits, "mem" appended where Go has another meaning for the rest.
func identifier(p string) string {
	name := strings.ToLower(path.Base(filepath.ToSlash(p)))
	for notPlain.MatchString(name) {
		name = notPlain.ReplaceAllString(name, "")
	}
	if name == "" || name == "main" || token.IsKeyword(name) || types.Universe.Lookup(name) != nil {
		name += "mem"
	}
	return name
}
