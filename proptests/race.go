//go:build race

package proptests

// raced says whether the race detector watches.
const raced = true
