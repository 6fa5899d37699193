package main

import (
	"errors"
	"fmt"
	"io"
)

// console is where a verb speaks: data to out, talk to err.
type console struct {
	out, err               io.Writer
	outPalette, errPalette palette
	verbs                  []verb // of the command
}

// say prints one line of talk.
func (c *console) say(format string, args ...any) {
	fmt.Fprintf(c.err, "allocgen: "+format+"\n", args...)
}

// fail reports err and returns the status it stands for: no for a refusal,
// unclear for all else.
func (c *console) fail(err error) status {
	c.say("%v", err)
	if _, ok := errors.AsType[refusal](err); ok {
		return no
	}
	return unclear
}

// misused reports a usage error and where to read on.
func (c *console) misused(verb, format string, args ...any) status {
	c.say("%s: %s", verb, fmt.Sprintf(format, args...))
	c.say("run 'allocgen help %s' for its usage", verb)
	return unclear
}

// refusal is an error that answers the question with no: the request was
// understood, and granting it would destroy something.
type refusal string

func (r refusal) Error() string { return string(r) }

func refuse(format string, args ...any) error {
	return refusal(fmt.Sprintf(format, args...))
}

// stickyWriter keeps the first error, so that a verb may print freely and a
// full disk or a closed pipe still shows in the exit status.
type stickyWriter struct {
	w   io.Writer
	err error
}

func (s *stickyWriter) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.err = err
	return n, err
}

// plural counts things: "1 file", "8 files".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
