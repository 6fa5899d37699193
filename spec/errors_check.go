package spec

import (
	"fmt"
	"slices"
	"strings"
)

// reservedErrors are the constants, types and functions that every generated
// package has, apart from those of its arenas.
var reservedErrors = []string{"Allocator", "CallSite", "Code", "Detail", "Error", "Failure", "Flags", "New", "Peak", "Peaks", "PlanHash", "Stats", "Stream", "Usage"}

// check reports errors that do not fit each other or the arenas.
func (s *errorSet) check(arenas []*object) {
	s.checkNames(arenas)
	s.checkCodes()
	s.checkConditions()
	for _, e := range s.errors {
		checkMessage(e)
	}
}

// checkNames reports errors whose names something else has in generated code.
func (s *errorSet) checkNames(arenas []*object) {
	owners := typesOf(arenas)
	for _, k := range kindsOf(arenas) {
		owners[k.name] = k.owner
	}
	for _, e := range s.errors {
		if e.name == "" {
			continue
		}
		if isReserved(e.name) {
			e.report(ruleReserved, e.at, "error "+e.name+" would be "+e.name+" in Go, which the package has already", "choose another name")
			continue
		}
		claims := claims{e.reporter, owners}
		claims.claim(e.object, "error "+e.name, e.name)
	}
}

// isReserved reports whether every package can have a declaration of a name.
func isReserved(name string) bool {
	return slices.Contains(reservedErrors, name) || isDetail(name) || isFlag(name)
}

// isFlag reports whether a name is that of a flag in generated code.
func isFlag(name string) bool {
	return slices.ContainsFunc(flags, func(f Flag) bool { return f.Name == name })
}

// isDetail reports whether a name is that of a detail in generated code.
func isDetail(name string) bool {
	return slices.ContainsFunc(conditions, func(c Condition) bool {
		return c.HasDetail() && slices.ContainsFunc(c.Refinements, func(r Refinement) bool { return Camel(r.Name) == name })
	})
}

// checkCodes reports codes that two errors have.
func (s *errorSet) checkCodes() {
	owners := map[uint64]string{}
	for _, e := range s.errors {
		code := e.value("code")
		if !code.ok || e.name == "" {
			continue
		}
		if other, taken := owners[code.num]; taken {
			e.report(ruleErrorCode, code.at, fmt.Sprintf("errors %s and %s both have the code %d", other, e.name, code.num),
				"give one of them a code that no error has had before")
			continue
		}
		owners[code.num] = e.name
	}
}

// checkConditions reports conditions that are in the set twice.
func (s *errorSet) checkConditions() {
	owners := map[string]string{}
	for _, e := range s.errors {
		for _, c := range e.value("from").items {
			other, taken := owners[c.name]
			switch {
			case !taken:
				owners[c.name] = e.name
			case other == e.name:
				e.report(ruleErrorTwice, c.at, c.name+" is in error "+e.name+" twice", "remove one of them")
			default:
				e.report(ruleErrorTwice, c.at, fmt.Sprintf("%s is in error %s and in error %s", c.name, other, e.name),
					"remove it from one of them")
			}
		}
	}
}

// checkMessage reports fields that some condition of the error lacks.
func checkMessage(e declaredError) {
	message, ok := e.sound("message", "from")
	if !ok || message[0].text == "" {
		return
	}
	refs := e.refs()
	var shown []string
	for _, f := range carried(refs) {
		shown = append(shown, "{"+f.Name+"}")
	}
	pieces, _, _ := parseMessage(message[0].text)
	for _, piece := range pieces {
		if piece.Field == "" || slices.Contains(shown, "{"+piece.Field+"}") {
			continue
		}
		lacking := slices.IndexFunc(refs, func(r ConditionRef) bool {
			c, _ := condition(r.Condition)
			return !slices.ContainsFunc(c.Payload, func(f PayloadField) bool { return f.Name == piece.Field })
		})
		hint := "its conditions have no field in common"
		if len(shown) > 0 {
			hint = "its conditions all carry: " + strings.Join(shown, ", ")
		}
		e.report(ruleErrorField, message[0].at, fmt.Sprintf("the message of %s shows {%s}, which %s does not carry",
			e.name, piece.Field, refs[lacking]), hint)
	}
}

// refs returns the conditions of a sound error, in the order of the table.
func (e declaredError) refs() (refs []ConditionRef) {
	for _, c := range e.value("from").items {
		r, _, _ := parseRef(c.name)
		refs = append(refs, r)
	}
	slices.SortFunc(refs, compareRefs)
	return refs
}

// resolve returns the errors of a sound set in the order of their codes.
func (s *errorSet) resolve() (all []ProductError) {
	for _, e := range s.errors {
		message, _, _ := parseMessage(e.value("message").text)
		all = append(all, ProductError{e.name, uint16(e.value("code").num), e.refs(), message})
	}
	slices.SortFunc(all, func(a, b ProductError) int { return int(a.Code) - int(b.Code) })
	return all
}
