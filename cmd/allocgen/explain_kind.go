package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/allocgen/allocgen/spec"
)

// A kindOfPool is a kind of pool, or a policy of those of blocks, of which neither
// is a key but has keys.
type kindOfPool struct {
	name   string
	policy bool
	what   string // in a sentence or two
}

var kindsOfPool = []kindOfPool{
	{"sliced_pages", false, "Cuts regions from pages of one size. For many regions that are small beside a page."},
	{"exclusive_pages", false, "Gives every region a page of its own, and keeps the page for a later one that it can hold. For fewer and larger regions of varying size."},
	{"direct", false, "Gives every region a block of exactly its extent, and keeps the block for the next of the same extent. For a few large regions whose sizes repeat."},
	{"tlsf", false, "Cuts blocks into ranges of any size and joins them again, by two-level segregated fit. For sizes of all sorts, freed in any order."},
	{"linear", false, "Places each region right behind the last one in a block. For what is freed in the order it came, in reverse, or all at once."},
	{"separate", true, "Makes no blocks: every region has memory of its own. For resources that must not share any."},
	{"fixed", true, "Has New make all blocks, and no region has memory of its own. For a known budget, rings and address ranges."},
	{"pooled", true, "Makes blocks of one size when they are needed; a region that is larger has memory of its own. For known loads that grow evenly."},
	{"adaptive", true, "Makes blocks of one size, or of half of that and so on where memory is short; a region above half a block has memory of its own. For devices of all sizes."},
	{"automatic", true, "Makes small blocks at first and larger ones as the pool grows. For programs that come from Vulkan Memory Allocator."},
}

// path is where a spec has the word, without the names that it gives.
func (k kindOfPool) path() string {
	if k.policy {
		return "arenas.pools.policy." + k.name
	}
	return "arenas.pools." + k.name
}

// keys returns the keys of the kind that do something.
func (k kindOfPool) keys() []spec.Field {
	return slices.DeleteFunc(spec.Fields(), func(f spec.Field) bool { return f.Path() != k.path()+"."+f.Key || f.Idle != "" })
}

// findKind returns the kind or policy that a word names, by its path or the end of it.
func findKind(word string) (k kindOfPool, known bool) {
	i := slices.IndexFunc(kindsOfPool, func(k kindOfPool) bool { return strings.HasSuffix("."+k.path(), "."+word) })
	if i < 0 {
		return kindOfPool{}, false
	}
	return kindsOfPool[i], true
}

// explainKind prints what a kind or policy is, its keys with what they are by
// default, and where there is more.
func explainKind(c *console, k kindOfPool) {
	of, page, heading := "kind of pool", "docs/kinds/"+k.name+".md", "Keys of a pool of kind "+k.name
	if k.policy {
		of, page, heading = "policy of pools of blocks", "docs/policies.md", "Keys of the policy "+k.name
	}
	fmt.Fprintf(c.out, "%s, a %s\n\n%s\n\n", k.path(), of, k.what)
	keys, wide := k.keys(), 0
	for _, f := range keys {
		wide = max(wide, len(f.Key))
	}
	for _, f := range keys {
		only := ""
		if f.Target != "" {
			only = fmt.Sprintf("; only for target %s", f.Target)
		}
		fmt.Fprintf(c.out, "- %s  %s%s\n", pad(f.Key, wide), unlessGiven(f), only)
	}
	if len(keys) == 0 {
		fmt.Fprintf(c.out, "It has no keys.\n\nIn %s.\n", page)
		return
	}
	example := strings.TrimPrefix(k.path(), "arenas.pools.") + "." + keys[0].Key
	fmt.Fprintf(c.out, "\nOf a key 'allocgen explain %s' says more.\nIn %s, and in %s under %s.\n", example, page, reference, heading)
}

// unlessGiven says what a key is that a spec leaves out, if it can.
func unlessGiven(f spec.Field) string {
	switch {
	case f.RequiredOn != "" && f.OnVulkan != "":
		return fmt.Sprintf("required for target %s; default for target vulkan: %s", f.RequiredOn, f.OnVulkan)
	case f.RequiredOn != "":
		return fmt.Sprintf("required for target %s", f.RequiredOn)
	case f.Required:
		return "required"
	case f.OnVulkan != "":
		return fmt.Sprintf("default: %s; for target vulkan %s", f.Default, f.OnVulkan)
	case f.Default != "":
		return "default: " + f.Default
	case f.Type == spec.Count, f.Type == spec.Size:
		return "default: no limit"
	}
	return "optional"
}
