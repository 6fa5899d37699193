package generated

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A meeting is one way to meet a condition through the public API. Where only
// some kinds or targets have it, it names their arenas, and an arena that has its
// blocks from the start it always names. {arena} in want is the arena, {kept} the
// handle of the region kept.
type meeting struct {
	condition     string
	kinds, target string
	prepare       func(t *testing.T, s *subject)
	act           func(s *subject) string
	want          string
	mend          func(t *testing.T, s *subject) // what must be done for the allocator to serve again
	ends          bool                           // nothing can be served afterwards
}

// is reports whether the meeting is one of a subject's.
func (m meeting) is(s *subject) bool {
	return (m.target == "" || m.target == s.target) &&
		(m.kinds == "" && kinds[s.arena] != "" || slices.Contains(strings.Fields(m.kinds), s.arena))
}

// TestConditions meets every condition that the kinds of today can meet, on
// each target, through the public API: the payload is exact, what can be seen
// of the allocator stays, and it serves afterwards.
func TestConditions(t *testing.T) {
	eachSubject(t, func(t *testing.T, s *subject) {
		for _, m := range slices.Concat(meetings, blockMeetings) {
			if m.is(s) {
				t.Run(m.condition, func(t *testing.T) { m.run(t, open(t, s.target, s.arena)) })
			}
		}
	})
}

func (m meeting) run(t *testing.T, s *subject) {
	seen := m.condition != "SynchronizationPoisoned" && m.condition != "Closed" // they refuse figures too
	before := s.state(t)
	if m.prepare != nil {
		m.prepare(t, s)
	}
	if seen && !m.ends {
		before = s.state(t)
	}
	want := strings.NewReplacer("{arena}", s.arena, "{limit}", s.limit(), "{kept}", s.keeps()).Replace(m.want)
	if got := m.act(s); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !seen && m.mend != nil {
		m.mend(t, s)
	}
	if after := s.state; !m.ends && m.condition != "WrongAllocator" && after(t) != before {
		t.Errorf("it changed\n%s\ninto\n%s", before, after(t))
	}
	if seen && m.mend != nil {
		m.mend(t, s)
	}
	if m.ends {
		return
	}
	if failure := s.free(s.must(t, 100)); failure != "" {
		t.Errorf("afterwards: %s", failure)
	}
	if failure := closing(s); failure != "" && m.condition != "LiveAllocations" {
		t.Errorf("Close afterwards: %s", failure)
	}
	if s.device != nil && s.device.Faults() != nil {
		t.Error(s.device.Faults())
	}
}

// limit is what AllocationTooLarge says is the largest request.
func (s *subject) limit() string {
	switch {
	case s.arena == "slices":
		return "4096"
	case s.arena != "pages" && s.target == "host":
		return "18446744073709551360"
	}
	return "16384"
}

// keeps is the handle of the region kept, as a Failure has it.
func (s *subject) keeps() string {
	if s.kept == nil {
		return ""
	}
	return fmt.Sprint(number(s.kept))
}
