package spec

import (
	"fmt"
	"slices"
	"strings"
)

// ExplainCondition returns what is known of a condition, or of one case of it, as
// a set of errors names it: when it is met, and what its failures carry.
func ExplainCondition(ref string) (text string, known bool) {
	r, problem, _ := parseRef(ref)
	if problem != "" {
		return "", false
	}
	c, _ := condition(r.Condition)
	if r.Refinement != "" {
		return fmt.Sprintf("%s: %s.\n\nA case of %s", r, r.meaning(), c.text()), true
	}
	b := []byte(c.text())
	if c.Refinements != nil {
		b = append(b, "Cases that a set of errors can tell apart:\n\n"...)
	}
	for _, of := range c.Refinements {
		b = fmt.Appendf(b, "- %s.%s: %s\n", c.Name, of.Name, of.Meaning)
	}
	return string(b), true
}

// text returns when the condition is met and what its failures carry.
func (c Condition) text() string {
	b := fmt.Appendf(nil, "%s, number %d: %s.\n\n", c.Name, c.Number, c.Meaning)
	b = fmt.Appendf(b, "Methods that can meet it, depending on the spec: %s.\n\n", strings.Join(c.methods(), ", "))
	if c.Payload == nil {
		return string(b) + "Its failures carry nothing beside their code.\n"
	}
	b = append(b, "Its failures carry:\n\n"...)
	for _, f := range c.Payload {
		b = fmt.Appendf(b, "- %s (%s)\n", f.Name, f.Unit)
	}
	return string(b)
}

// methods returns the methods that can meet the condition in some package.
func (c Condition) methods() (names []string) {
	for _, o := range slices.Concat(arenaOrigins, allocatorOrigins) {
		if o.condition.Condition != c.Name {
			continue
		}
		for _, operation := range o.operations {
			if !slices.Contains(names, operation) {
				names = append(names, operation)
			}
		}
	}
	return names
}
