package main

import (
	"bytes"
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
