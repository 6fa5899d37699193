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

func watcher(c *console) watch {
	file, ok := c.err.(*os.File)
	return watch{c, ok && isTerminal(file)}
}

// see shows an event that tells progress; there is one a second at most.
func (w watch) see(event replay.Event) {
	if p := event.Progress; p != nil && w.shows {
		w.c.say("%s in %s, arena %s: %d %%", p.Recording, p.Spec, p.Arena, 100*p.Done/max(p.Of, 1))
	}
}
