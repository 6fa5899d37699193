package convert

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/allocgen/allocgen/runtime/trace"
)

// event is an end of a lifetime.
type event struct {
	at   int64
	op   trace.Op
	name string // of what begins to live, or ""
}

// readLifetimes converts lifetimes, in the order of their ends. Of what happens at
// one moment, regions are freed first; then the order is that of the lines. An
// id that is no number is a name.
func readLifetimes(src []byte) (*trace.Trace, error) {
	var events []event
	err := eachRow(src, func(r row) error {
		life, err := lifetime(r, uint64(len(events)/2))
		events = append(events, life...)
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(b.op.Kind, a.op.Kind)) // Free is above Alloc
	})
	t := &trace.Trace{Meta: []trace.Meta{note("lifetimes of buffers")}}
	for _, e := range events {
		t.Ops = append(append(t.Ops, e.op), label(e.op.ID, e.name)...)
	}
	return t, nil
}

// lifetime returns both ends of a line's lifetime.
func lifetime(r row, id uint64) ([]event, error) {
	size, err := r.number("size")
	if err != nil {
		return nil, err
	}
	align := uint64(1)
	if r.columns.have("alignment") {
		if align, err = r.number("alignment"); err != nil {
			return nil, err
		}
	}
	lower, err := r.moment("lower")
	if err != nil {
		return nil, err
	}
	upper, err := r.moment("upper")
	if err != nil {
		return nil, err
	}
	if r.columns.have("end") {
		upper++
	}
	if lower >= upper {
		return nil, fmt.Errorf("a life from %d to %d is over before it begins", lower, upper)
	}
	name := r.text("id")
	if _, err := strconv.ParseInt(name, 10, 64); err == nil { // a number is no name
		name = ""
	}
	return []event{
		{lower, trace.Op{Kind: trace.Alloc, ID: id, Size: size, Align: align}, name},
		{upper, trace.Op{Kind: trace.Free, ID: id}, ""},
	}, nil
}
