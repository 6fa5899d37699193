package main

import (
	"os"

	"github.com/allocgen/allocgen/runtime/replay"
)

// watch shows how far a long replay is, where someone looks: on a terminal.
type watch struct {
	c     *console
	shows bool
}

func watcher(c *console) watch { return watch{c, isTerminal(c.err)} }

// see shows an event that tells progress; there is one a second at most.
func (w watch) see(event replay.Event) {
	if p := event.Progress; p != nil && w.shows {
		w.c.say("%s in %s, arena %s: %d %%", p.Recording, p.Spec, p.Arena, 100*p.Done/max(p.Of, 1))
	}
}

// isTerminal reports whether what is written to w is shown at once to a person.
func isTerminal(w any) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
