package spec

import (
	"fmt"
	"math/bits"
	"strings"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// checkBlocks reports what does not fit in a block pool, and whether nothing
// keeps it from working.
func checkBlocks(r *reporter, kind Kind, target Target, a, p *object, atom uint64) (ok bool) {
	for _, f := range fieldsOf(kind.scope()) {
		if v := p.value(f.Key); f.Idle != "" && v.given() {
			r.report(ruleIdle, v.at, f.Key+" has no effect: "+f.Idle, "remove it, or declare kind: "+string(TLSF))
		}
	}
	ok = checkContents(r, kind, a, p)
	policy, sound := p.sound("policy")
	if !sound || policy[0].set == nil && policy[0].text != string(Automatic) {
		return false
	}
	found := len(r.found)
	checkPolicy(r, target, policy[0])
	checkCounts(r, p, Policy(policy[0].text))
	checkBlockSizes(r, a, p, policy[0], atom)
	checkMargin(r, a, p, policy[0])
	checkStrategy(r, p)
	_, sound = p.sound(keysOf(kind.scope())...)
	return ok && sound && a.value("alignment").ok && len(r.found) == found
}

// checkPolicy reports a policy that the target does not have, and fixed blocks
// whose size nobody says.
func checkPolicy(r *reporter, target Target, policy value) {
	switch Policy(policy.text) {
	case Automatic:
		if target == Host {
			r.report(ruleTarget, policy.at, "target host has no policy automatic: nothing says how much memory there is",
				"write policy: {fixed: {block_size: …}}, or another that says how large blocks are")
		}
	case Fixed:
		keys, sound := policy.set.sound("block_size", "blocks")
		if sound && keys[0].num == Unlimited && keys[1].num > 1 {
			r.report(ruleMissing, policy.at, fmt.Sprintf("the policy fixed of %d blocks has no block_size", keys[1].num),
				"add block_size: New has a parameter for it only where there is one block")
		}
	}
}

// checkCounts reports numbers of blocks that the policy does not have, or that
// do not fit each other.
func checkCounts(r *reporter, p *object, policy Policy) {
	for _, key := range []string{"min_blocks", "max_blocks", "dealloc_period"} {
		v := p.value(key)
		switch {
		case !v.ok || v.num == 0:
		case policy == Separate:
			r.report(ruleCounts, v.at, "policy separate has no "+key+": there is a block for each region, as long as that lives",
				"remove it, or choose another policy")
		case policy == Fixed && key == "dealloc_period":
			r.report(ruleCounts, v.at, "policy fixed has no "+key+": its blocks stay", "remove it, or choose policy pooled")
		case policy == Fixed:
			r.report(ruleCounts, v.at, "policy fixed has no "+key+": New makes all its blocks", fmt.Sprintf("write blocks: %d in the policy instead", min(v.num, maxKept)))
		}
	}
	least, most := p.value("min_blocks"), p.value("max_blocks")
	if policy != Fixed && policy != Separate && least.ok && most.ok && most.num > 0 && least.num > most.num {
		r.report(ruleLeast, least.at, fmt.Sprintf("min_blocks %d is more than max_blocks, %d", least.num, most.num),
			fmt.Sprintf("declare min_blocks: %d at most, or max_blocks: %d at least", most.num, least.num))
	}
}

// checkBlockSizes reports sizes of blocks that do not fit the alignment or each
// other.
func checkBlockSizes(r *reporter, a, p *object, policy value, atom uint64) {
	alignment, least := a.value("alignment"), p.value("min_alignment")
	if policy.set == nil || !alignment.ok || !least.ok {
		return
	}
	granule := unitOf(alignment.num, atom).or(unit{least.num, "min_alignment"})
	for _, key := range []string{"block_size", "min_block_size"} {
		if v, sound := policy.set.sound(key); sound && v[0].num != Unlimited {
			checkMultiple(r, key, v[0], granule)
		}
	}
	if v, sound := policy.set.sound("min_block_size", "block_size"); sound && v[0].num > v[1].num {
		r.report(ruleHalves, v[0].at, fmt.Sprintf("min_block_size %s is more than block_size, %s", inUnits(v[0].num), inUnits(v[1].num)),
			"declare "+inUnits(v[1].num)+" at most")
	}
}

// checkMargin reports a margin that cannot be, or that cannot be looked at.
func checkMargin(r *reporter, a, p *object, policy value) {
	margin, memory := p.value("margin"), a.value("memory")
	if !margin.ok || margin.num == 0 || !memory.ok || !checkMultiple(r, "margin", margin, unit{4, "a word of the pattern"}) {
		return
	}
	if policy.text == string(Separate) {
		r.report(ruleMargin, margin.at, "policy separate has no margin: behind a region its memory ends", "remove it, or choose another policy")
		return
	}
	if size := policy.size("block_size"); size != Unlimited && margin.num >= size {
		r.report(ruleMargin, margin.at, fmt.Sprintf("margin %s leaves no room in a block of %s", inUnits(margin.num), inUnits(size)),
			"declare a smaller margin, or larger blocks")
	}
	var lacks []string
	require, mapped := memoryOf(a).Require, a.value("map").text == "persistent"
	if require&vkrt.HostVisible == 0 && !mapped {
		lacks = append(lacks, "require host_visible")
	}
	if require&vkrt.HostCoherent == 0 {
		lacks = append(lacks, "require host_coherent")
	}
	if !mapped {
		lacks = append(lacks, "declare map: persistent")
	}
	if lacks != nil && a.value("map").ok {
		r.report(ruleMargin, margin.at, "a margin needs memory that is host_coherent and always mapped", strings.Join(lacks, ", "))
	}
}

// size returns a key of a Choice that is a size, Unlimited if there is none.
func (v value) size(key string) uint64 {
	if v.set != nil {
		if of, sound := v.set.sound(key); sound {
			return of[0].num
		}
	}
	return Unlimited
}

// checkContents reports contents that a pool cannot hold.
func checkContents(r *reporter, kind Kind, a, p *object) (ok bool) {
	contents := p.value("contents")
	switch {
	case !contents.ok:
		return false
	case kind == SlicedPages && contents.text == contentsWords[ofMixed]:
		r.report(ruleContents, contents.at, "slices of a page are not mixed", "declare contents: buffers or images, or a pool of kind tlsf or linear")
		return false
	case contents.text != contentsWords[ofBuffers] && a.value("buffers").set != nil:
		r.report(ruleContents, contents.at, "contents "+contents.text+" in an arena of buffers, where every block is one", "remove it, or move the pool to another arena")
		return false
	}
	return true
}

// checkShare reports blocks that New could not make since their bytes are more
// than what is left of the arena's share of 64 bits, and returns what is left
// then.
func checkShare(r *reporter, p *object, left uint64) uint64 {
	pool := resolvePool(p)
	n, size := pool.atNew()
	over, bytes := bits.Mul64(n, size)
	if over == 0 && bytes <= left {
		return left - bytes
	}
	r.report(ruleShare, p.value("policy").at, fmt.Sprintf("%d blocks of %s, which New makes, are more than the %s that the arena has left of its share of 2^64 bytes",
		n, inUnits(size), inUnits(left)), fewer(left/size))
	return left
}

// fewer says how many blocks there could be.
func fewer(most uint64) (hint string) {
	if most == 0 {
		return "make them smaller"
	}
	return fmt.Sprintf("declare at most %d of them", most)
}
