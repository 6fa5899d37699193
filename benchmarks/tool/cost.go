package main

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// cost is the CPU time of a process and of those that it waited for.
type cost struct{ user, system time.Duration }

// spend runs a command that is to end with a status, and returns its cost.
func spend(status int, name string, args ...string) (cost, error) {
	return spendOn(status, exec.Command(name, args...))
}

func spendOn(status int, command *exec.Cmd) (cost, error) {
	said, err := command.CombinedOutput()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		return cost{}, err
	}
	if got := command.ProcessState.ExitCode(); got != status {
		return cost{}, fmt.Errorf("%s: status %d\n%s", strings.Join(command.Args, " "), got, said)
	}
	return cost{command.ProcessState.UserTime(), command.ProcessState.SystemTime()}, nil
}

// samples are the costs of one command, run several times.
type samples []cost

// median returns the median of the user times and that of the system times.
func (s samples) median() (user, system time.Duration) {
	if len(s) == 0 {
		return 0, 0
	}
	middle := func(of func(cost) time.Duration) time.Duration {
		times := make([]time.Duration, len(s))
		for i := range s {
			times[i] = of(s[i])
		}
		slices.Sort(times)
		return times[len(times)/2]
	}
	return middle(func(c cost) time.Duration { return c.user }), middle(func(c cost) time.Duration { return c.system })
}
