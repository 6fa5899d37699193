package spec

import (
	"fmt"
	"slices"
	"strings"
)

// errors compares the errors that packages can return, declared or not: by their
// names, and then by what each condition is.
func (c *comparison) errors() {
	was, is := c.before.Plan.ErrorSet(), c.after.Plan.ErrorSet()
	renamed := map[string]string{}
	for _, e := range was {
		i := slices.IndexFunc(is, func(o ProductError) bool { return o.Name == e.Name })
		if i >= 0 {
			c.sameError(e, is[i])
			continue
		}
		i = slices.IndexFunc(is, func(o ProductError) bool {
			isNew := !slices.ContainsFunc(was, func(w ProductError) bool { return w.Name == o.Name })
			return isNew && o.Code == e.Code && slices.Equal(o.From, e.From)
		})
		if i < 0 {
			c.add("errors."+e.Name, e.Name, "", BreaksAPI)
			continue
		}
		renamed[is[i].Name] = e.Name
		c.add("errors."+e.Name, e.Name, is[i].Name, BreaksAPI)
	}
	for _, e := range is {
		if !slices.ContainsFunc(was, func(w ProductError) bool { return w.Name == e.Name }) && renamed[e.Name] == "" {
			c.add("errors."+e.Name, "", e.Name, Behaves)
		}
	}
	c.conditions()
}

// sameError compares two errors of one name, but for their conditions.
func (c *comparison) sameError(was, is ProductError) {
	if was.Code != is.Code {
		c.add("errors."+is.Name+".code", decimal(uint64(was.Code)), decimal(uint64(is.Code)), BreaksCode)
	}
	if said, says := messageText(was.Message), messageText(is.Message); said != says {
		c.add("errors."+is.Name+".message", said, says, Behaves)
	}
}

// messageText returns a message as a spec says it.
func messageText(message []Piece) string {
	if message == nil {
		return nothing
	}
	var b strings.Builder
	for _, p := range message {
		b.WriteString(p.Text)
		if p.Field != "" {
			b.WriteString("{" + p.Field + "}")
		}
	}
	return b.String()
}

// conditions adds each condition that both packages meet, and for which a program
// gets another code from another error. Of its cases it adds those that fare in
// another way than the whole.
func (c *comparison) conditions() {
	var whole Change
	for _, r := range references() {
		was, before := c.before.Plan.ErrorFor(r)
		is, now := c.after.Plan.ErrorFor(r)
		change := Change{r.String(), codeText(was), codeText(is), BreaksCode}
		if r.Refinement == "" {
			whole = change
		} else if change.Old == whole.Old && change.New == whole.New {
			continue
		}
		if before && now && was.Name != is.Name && was.Code != is.Code {
			c.changes = append(c.changes, change)
		}
	}
}

func codeText(e ProductError) string { return fmt.Sprintf("%s (code %d)", e.Name, e.Code) }
