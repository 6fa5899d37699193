package ordered

import "testing"

// TestDamageIsFound changes one field of one member at a time.
func TestDamageIsFound(t *testing.T) {
	build := func() (set Set, members []uint32) {
		for i := uint32(1); i <= 20; i++ {
			set.Insert(i, uint64(i%5), uint64(i))
			members = append(members, i)
		}
		return set, members
	}
	for i := uint32(1); i <= 20; i++ {
		for name, damage := range map[string]func(*node){
			"size larger": func(n *node) { n.size += 7 },
			"left":        func(n *node) { n.left ^= 1 },
			"left far":    func(n *node) { n.left ^= 1 << 20 },
			"right":       func(n *node) { n.right ^= 2 },
			"left itself": func(n *node) { n.left = i },
		} {
			set, members := build()
			damage(&set.nodes[i])
			last := name == "size larger" && i == 19 // it still is the last
			if law := set.Broken(members); law == "" && !last {
				t.Errorf("%s of member %d: taken for sound", name, i)
			}
		}
	}
	set, members := build()
	if set.Broken(members[1:]) == "" || set.Broken(append(members, 1)) == "" || set.Broken(append(members, 21)) == "" || set.Broken(append(members, 99)) == "" {
		t.Error("a member too few, one twice, or one too many is taken for sound")
	}
}

// TestHeapIsKept: a tree in order whose root has a higher rank below it is broken.
func TestHeapIsKept(t *testing.T) {
	var set Set
	for i := range uint32(20) {
		set.Insert(1+i, uint64(i), 0)
	}
	old := set.root
	set.root = set.nodes[old].left
	set.nodes[old].left, set.nodes[set.root].right = set.nodes[set.root].right, old
	var members []uint32
	for i := range uint32(20) {
		members = append(members, 1+i)
	}
	if set.Broken(members) == "" {
		t.Error("no heap by rank is taken for sound")
	}
}
