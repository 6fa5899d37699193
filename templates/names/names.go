// Package names keeps the names of regions that were given one, by slot.
//
// Law: a slot has the name that was set last, and none before.
//
// Cost: O(1). A name is kept, not copied, until another is set; each slot up to
// the highest that ever had one costs 16 bytes, which hold a pointer.
package names

// Table is the names of an arena's regions. Its zero value has none.
type Table struct {
	names []string // "" for none
}

// Set gives slot i a name in place of the one that it had; "" is none.
func (t *Table) Set(i uint32, name string) {
	if lacking := int(i) + 1 - len(t.names); lacking > 0 && name != "" {
		t.names = append(t.names, make([]string, lacking)...)
	}
	if uint64(i) < uint64(len(t.names)) {
		t.names[i] = name
	}
}

// Of returns the name of slot i, "" if it has none.
func (t *Table) Of(i uint32) string {
	if uint64(i) < uint64(len(t.names)) {
		return t.names[i]
	}
	return ""
}
