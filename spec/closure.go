package spec

import (
	"fmt"
	"slices"
)

// checkClosed reports conditions that can occur and that the set has no error
// for, and conditions that it has but that cannot occur.
func (s *errorSet) checkClosed(r *reporter, p *Plan) {
	occurrences, claims := p.Occurrences(), claimsOf(p.Errors)
	open := unclaimed(occurrences, claims)
	if s.kept {
		s.checkKept(open)
	} else {
		s.checkOpen(r, open, occurrences, claims)
	}
	for _, e := range s.errors {
		if e.reporter == s.shared {
			continue // it may occur in another spec
		}
		for _, c := range e.value("from").items {
			ref, _, _ := parseRef(c.name)
			if slices.ContainsFunc(occurrences, func(o Occurrence) bool { return o.reaches(ref, claims) }) {
				continue
			}
			message := c.name + " cannot occur in this package"
			if ref.Refinement == "" && slices.ContainsFunc(occurrences, func(o Occurrence) bool { return o.Condition.Condition == ref.Condition }) {
				message = "every case of " + c.name + " that can occur is in the from of an error"
			}
			e.report(ruleErrorIdle, c.at, message, "remove it from error "+e.name+", or leave it for what the spec may declare later")
		}
	}
}

// checkKept reports errors with the name of a condition that is kept.
func (s *errorSet) checkKept(open []Condition) {
	for _, e := range s.errors {
		if slices.ContainsFunc(open, func(c Condition) bool { return c.Name == e.name }) {
			e.report(ruleClash, e.at, "error "+e.name+" and the condition "+e.name+", which others keeps, would both be "+e.name+" in Go",
				"rename the error, or add "+e.name+" to its from")
		}
	}
}

// checkOpen reports conditions without an error, each with a line to add. All
// the lines together complete the set.
func (s *errorSet) checkOpen(r *reporter, open []Condition, occurrences []Occurrence, claims map[ConditionRef]string) {
	names, codes := map[string]bool{}, map[uint64]bool{0: true}
	for _, e := range s.errors {
		names[e.name], codes[e.value("code").num] = true, true
	}
	for _, c := range open {
		var first Occurrence
		others := -1
		for _, o := range slices.Backward(occurrences) {
			if o.Condition.Condition == c.Name && !o.claimed(claims) {
				first = o
				others++
			}
		}
		name, code := c.Name, uint64(c.Number)
		for names[name] {
			name = "Other" + name
		}
		for codes[code] {
			code = code%999 + 1
		}
		names[name], codes[code] = true, true
		r.report(ruleErrorLacks, s.at, fmt.Sprintf("errors has nothing for %s, which can occur: %s%s", first.Condition, first, more(others)),
			fmt.Sprintf("add it to the from of an error, or keep all that is left with others: keep, or add the line %s: {code: %d, from: [%s]}",
				name, code, c.Name))
	}
}

// more says that something also occurs in n other ways.
func more(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " (and in 1 more way)"
	}
	return fmt.Sprintf(" (and in %d more ways)", n)
}
