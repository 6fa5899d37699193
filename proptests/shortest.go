package proptests

import "github.com/allocgen/allocgen/runtime/trace"

// Shortest returns nil if broken finds nothing wrong with some operations, and
// otherwise what it says of the fewest and smallest of them that shrinking finds,
// with these. It is for laws of more than one arena.
func Shortest(ops []trace.Op, broken func([]trace.Op) error) error {
	again := func(ops []trace.Op) *counterexample {
		if err := broken(ops); err != nil {
			return &counterexample{source: search{name: "comparing arenas"}, ops: ops, broken: err}
		}
		return nil
	}
	if found := again(ops); found != nil {
		return found.shrinkBy(again)
	}
	return nil
}
