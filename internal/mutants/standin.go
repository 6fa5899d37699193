package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// realGo names the variable of the environment that says where the go command is.
const realGo = "MUTANTS_GO"

// What the exit status of a run says to gremlins.
const (
	lived     = 0
	killed    = 1
	notViable = 2
)

// memory bounds what a mutant that never ends may take, in KiB of addresses.
const memory = 12 << 20

// standIn is the go command as gremlins has it.
func standIn(args []string) (status int) {
	if at := slices.Index(args, "-coverprofile"); at >= 0 {
		return cover(args, args[at+1])
	}
	if slices.Contains(args, "-failfast") {
		return judge(args[len(args)-1])
	}
	_, status = run(args...)
	return status
}

// cover runs the tests, which must pass, and says that they cover all lines.
func cover(args []string, profile string) (status int) {
	if out, status := run(args...); status != 0 {
		fmt.Printf("%s", out)
		return status
	}
	text, err := os.ReadFile(profile)
	if err == nil {
		err = os.WriteFile(profile, []byte(everyLine(string(text))), 0o666)
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// everyLine returns a profile of the same files in which all of them is covered.
func everyLine(profile string) string {
	text, last := "mode: set\n", ""
	for line := range strings.Lines(profile) {
		if file, _, ok := strings.Cut(line, ".go:"); ok && file != last {
			text += file + ".go:1.1,1000000.1 1 1\n"
			last = file
		}
	}
	return text
}

// judge tests a package that is a mutant: by its own tests, and if it passes
// these, by those of its instances. Either are red too when they take many times
// as long as they should.
func judge(pkg string) (status int) {
	stages := [][]string{{"-skip=^TestInstances$", "-timeout=20s"}}
	if _, err := os.Stat("instances_test.go"); err == nil {
		stages = append(stages, []string{"-run=^TestInstances$", "-timeout=150s"})
	}
	for _, stage := range stages {
		out, status := run(append(append([]string{"test", "-vet=off", "-count=1", "-failfast"}, stage...), pkg)...)
		if bytes.Contains(out, []byte("[build failed]")) {
			return notViable
		}
		if status != 0 {
			return killed
		}
	}
	return lived
}

// run runs the real go command in little memory, so that a mutant that never ends
// does.
func run(args ...string) (out []byte, status int) {
	limited := append([]string{"-c", fmt.Sprintf(`ulimit -v %d && exec "$@"`, memory), "sh", os.Getenv(realGo)}, args...)
	command := exec.Command("sh", limited...)
	out, err := command.CombinedOutput()
	if err != nil && command.ProcessState == nil {
		return []byte(err.Error()), killed
	}
	return out, command.ProcessState.ExitCode()
}
