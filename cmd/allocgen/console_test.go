package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// brokenPipe fails every write after the first few bytes.
type brokenPipe struct{ room int }

func (b *brokenPipe) Write(p []byte) (int, error) {
	if len(p) > b.room {
		return b.room, errors.New("broken pipe")
	}
	b.room -= len(p)
	return len(p), nil
}

func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{{"schema"}, {"version"}, {"help"}, {"check", "-h"}} {
		var talk bytes.Buffer
		if got := run(args, &brokenPipe{room: 5}, &talk); got != unclear {
			t.Errorf("%v with a broken pipe: status %d, want %d", args, got, unclear)
		}
		if !strings.Contains(talk.String(), "broken pipe") {
			t.Errorf("%v with a broken pipe said only %q", args, &talk)
		}
	}
}
