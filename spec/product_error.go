package spec

import "slices"

// keptCode is what is added to a condition's number for the code of one that
// the set keeps beside the declared errors.
const keptCode = 1000

// A ProductError is one error that the product has.
type ProductError struct {
	Name    string // an exported Go identifier
	Code    uint16 // 1 to 999 if declared, 1001 to 1025 if kept, else the condition's number
	From    []ConditionRef
	Message []Piece // nil: the sentence of the condition that was met
}

// DeclaresErrors reports whether the spec declares an error set.
func (p *Plan) DeclaresErrors() bool { return len(p.Errors) > 0 || p.OthersKept }

// ErrorSet returns the errors that the generated package can return, in the
// order of their codes: the declared ones, and each condition that can occur
// and that no declared error is for. Of a set that keeps no others, these are
// none.
func (p *Plan) ErrorSet() []ProductError { return p.errorSet(p.Occurrences()) }

// errorSet is ErrorSet of a package that meets only these conditions.
func (p *Plan) errorSet(occurrences []Occurrence) []ProductError {
	all := slices.Clone(p.Errors)
	claims := claimsOf(p.Errors)
	code := uint16(0)
	if p.DeclaresErrors() {
		code = keptCode
	}
	for _, c := range unclaimed(occurrences, claims) {
		all = append(all, ProductError{Name: c.Name, Code: code + c.Number, From: []ConditionRef{{Condition: c.Name}}})
	}
	return all
}

// ErrorFor returns the error that a method returns when it meets a condition:
// the one that names the case, else the one for the whole condition. There is
// none for a condition that cannot occur.
func (p *Plan) ErrorFor(r ConditionRef) (ProductError, bool) {
	all := p.errorSet(p.occurrencesOf(r.Condition))
	for _, r := range []ConditionRef{r, r.base()} {
		if i := slices.IndexFunc(all, func(e ProductError) bool { return slices.Contains(e.From, r) }); i >= 0 {
			return all[i], true
		}
	}
	return ProductError{}, false
}

// claimsOf returns what the errors name, with the error that names it.
func claimsOf(errors []ProductError) map[ConditionRef]string {
	claims := map[ConditionRef]string{}
	for _, e := range errors {
		for _, r := range e.From {
			claims[r] = e.Name
		}
	}
	return claims
}

// unclaimed returns the conditions that can occur in some case for which there
// is no error, in the order of their numbers.
func unclaimed(occurrences []Occurrence, claims map[ConditionRef]string) (open []Condition) {
	for _, c := range conditions {
		if slices.ContainsFunc(occurrences, func(o Occurrence) bool { return o.Condition.Condition == c.Name && !o.claimed(claims) }) {
			open = append(open, c)
		}
	}
	return open
}

// claimed reports whether there is an error for the occurrence.
func (o Occurrence) claimed(claims map[ConditionRef]string) bool {
	return claims[o.Condition] != "" || claims[o.Condition.base()] != ""
}

// Cases returns what the occurrence can be met as: the case that it names and
// the condition, and of a whole condition every case.
func (o Occurrence) Cases() []ConditionRef {
	cases := []ConditionRef{o.Condition}
	if o.Condition.Refinement != "" {
		return append(cases, o.Condition.base())
	}
	c, _ := condition(o.Condition.Condition)
	for _, r := range c.Refinements {
		cases = append(cases, ConditionRef{c.Name, r.Name})
	}
	return cases
}

// reaches reports whether the occurrence is one for which the error with r
// stands. One of a whole condition is of any case.
func (o Occurrence) reaches(r ConditionRef, claims map[ConditionRef]string) bool {
	switch {
	case o.Condition == r:
		return true
	case o.Condition.Condition != r.Condition:
		return false
	case r.Refinement == "":
		return claims[o.Condition] == ""
	}
	return o.Condition.Refinement == ""
}
