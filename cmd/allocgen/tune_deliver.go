package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/allocgen/allocgen/runtime/replay"
)

// interrupted shows what was found so far, and writes nothing to a file.
func (t tuning) interrupted(c *console, s *search) status {
	if s.best != s.given {
		printDiff(c.out, filepath.ToSlash(s.given.path), s.given.text, s.best.text)
		s.report(s.best)
		if t.write || t.output != "" {
			c.say("nothing was written")
		}
	}
	c.say("interrupted after %s", plural(s.count, "candidate"))
	return unclear
}

// prove replays the recordings with what was found, as it is to be written, which
// must be what it was found to be.
func (t tuning) prove(ctx context.Context, s *search) error {
	place := s.best.driven
	if t.output != "" {
		place.path = t.output
	}
	again := readCandidate(place, s.best.text, s.best.change)
	if again == nil {
		return refuse("%s: what was found is no valid spec there", place.path)
	}
	if err := s.measure(ctx, []*candidate{again}); err != nil {
		return err
	}
	if again.figures == nil || s.goal.noise == 0 && !s.isSame(again) {
		return fmt.Errorf("%s: the last replay is not as the one that found it", place.path)
	}
	s.report(again)
	return nil
}

// report says what each recording takes before and after.
func (s *search) report(found *candidate) {
	for i, r := range s.recordings {
		was, is := s.given.figures[i], found.figures[i]
		text := fmt.Sprintf("refused %d to %d, reserved %s, native calls %d to %d",
			was.Refused, is.Refused, sizes(was.PeakReserved, is.PeakReserved), was.NativeCalls, is.NativeCalls)
		if s.job.Rounds > 0 {
			text += fmt.Sprintf(", an operation %.1f ns to %.1f ns", was.NsPerOp, is.NsPerOp)
		}
		s.c.say("%s: %s", r.name, text)
	}
}

// step says what a change made of the figures, recording by recording, but for
// those that stay.
func (s *search) step(before, after *candidate) (text string) {
	for i, r := range s.recordings {
		if line := s.difference(before.figures[i], after.figures[i]); line != "" {
			text += "; " + r.name + ": " + line
		}
	}
	return text
}

// difference says which figures differ, and how.
func (s *search) difference(was, is replay.Figures) (text string) {
	add := func(differs bool, format string, args ...any) {
		if differs && text != "" {
			text += ", "
		}
		if differs {
			text += fmt.Sprintf(format, args...)
		}
	}
	add(was.Refused != is.Refused, "refused %d to %d", was.Refused, is.Refused)
	add(was.PeakReserved != is.PeakReserved, "reserved %s", sizes(was.PeakReserved, is.PeakReserved))
	add(was.NativeCalls != is.NativeCalls, "native calls %d to %d", was.NativeCalls, is.NativeCalls)
	add(s.job.Rounds > 0, "an operation %.1f ns to %.1f ns", was.NsPerOp, is.NsPerOp)
	return text
}

// sizes says two sizes, in bytes where they read the same and are not.
func sizes(was, is uint64) string {
	if was != is && brief(was) == brief(is) {
		return fmt.Sprintf("%d bytes to %d bytes", was, is)
	}
	return brief(was) + " to " + brief(is)
}

// deliver writes or shows the change.
func (t tuning) deliver(c *console, s *search) status {
	path, old, text := s.given.path, s.given.text, s.best.text
	for _, comment := range lost(old, text) {
		c.say("%s: a comment goes with what it was about: %s", path, comment)
	}
	switch {
	case t.write:
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, old) {
			return c.fail(refuse("%s was changed in the meantime: not overwriting it", path))
		}
		if err := rewrite(path, text); err != nil {
			return c.fail(err)
		}
		c.say("wrote %s", path)
	case t.output != "":
		if err := writeNew(c, []file{{t.output, text, missing}}); err != nil {
			return c.fail(err)
		}
	default:
		printDiff(c.out, filepath.ToSlash(path), old, text)
	}
	return yes
}

// rewrite replaces the text of a file, which keeps its mode, and where the path is
// a symbolic link stays where that leads.
func rewrite(path string, text []byte) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(real)
	if err != nil {
		return err
	}
	temporary, err := stage(file{path: real, text: text})
	if err != nil {
		return err
	}
	defer os.Remove(temporary) // gone unless something fails
	if err := os.Chmod(temporary, info.Mode().Perm()); err != nil {
		return err
	}
	return os.Rename(temporary, real)
}
