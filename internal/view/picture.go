// Package view draws the memory of an allocator: a snapshot, or a history of a
// run. It writes a page for the browser, an SVG image, or a trace for Perfetto;
// each is whole in itself and loads nothing. What names hold is text in all.
package view

import "github.com/allocgen/allocgen/internal/snapshot"

// A Picture is what is to be drawn: one of Snapshot and History is set.
type Picture struct {
	Title    string
	Snapshot *snapshot.Snapshot
	History  *snapshot.History
}

// moment returns the snapshot, or the history at its peak.
func (p *Picture) moment() *snapshot.Snapshot {
	if p.History != nil {
		return p.History.At(p.History.Peak())
	}
	return p.Snapshot
}
