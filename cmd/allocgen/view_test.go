package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/internal/snapshot"
	"github.com/allocgen/allocgen/internal/view"
)

// TestSizeIsSaid: of a page that browsers are slow to open it is said beforehand how
// large it will be, of no other result.
func TestSizeIsSaid(t *testing.T) {
	for _, of := range []struct {
		format string
		events int
		said   string
	}{
		{"html", manyEvents, ""},
		{"html", manyEvents + 1, "allocgen: 1000001 events of 1 pool: the page will take about 25 MB"},
		{"svg", manyEvents + 1, ""},
		{"perfetto", manyEvents + 1, ""},
	} {
		f, err := formatOf("", of.format)
		if err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		warnOfSize(&console{err: &said}, f, &view.Picture{History: &snapshot.History{
			Pools: make([]snapshot.HistoryPool, 1), Events: make([]snapshot.Event, of.events)}})
		if !strings.HasPrefix(said.String(), of.said) || (of.said == "") != (said.Len() == 0) {
			t.Errorf("%s of %d events: %q, want %q", of.format, of.events, said.String(), of.said)
		}
	}
}

// TestUndrawn: what a replay ends with when it is interrupted is not taken for the
// reason.
func TestUndrawn(t *testing.T) {
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	for _, of := range []struct {
		ctx  context.Context
		said string
	}{
		{t.Context(), "allocgen: it was killed\n"},
		{interrupted, "allocgen: interrupted: nothing is drawn\n"},
	} {
		var said bytes.Buffer
		if got := undrawn(of.ctx, &console{err: &said}, errors.New("it was killed")); got != unclear || said.String() != of.said {
			t.Errorf("status %d, said %q, want %q", got, &said, of.said)
		}
	}
}
