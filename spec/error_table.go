package spec

import (
	"fmt"
	"slices"
	"strings"
)

// ErrorTable returns a Markdown table of the errors that the product has, the
// same bytes each time: name, code, when it is returned, what the failure
// carries, and how that can come about with what the spec declares.
func (p *Plan) ErrorTable() []byte {
	b := []byte("| Error | Code | When | Carries | How it can occur |\n|---|---|---|---|---|\n")
	occurrences, set := p.Occurrences(), p.ErrorSet()
	claims := claimsOf(set)
	for _, e := range set {
		var when, carries []string
		for _, r := range e.From {
			when = append(when, r.meaning()+" (`"+r.String()+"`)")
		}
		for _, f := range carried(e.From) {
			carries = append(carries, fmt.Sprintf("`%s` (%s)", f.Name, f.Unit))
		}
		if carries == nil {
			carries = []string{"–"}
		}
		own := slices.DeleteFunc(slices.Clone(occurrences), func(o Occurrence) bool {
			return !slices.ContainsFunc(e.From, func(r ConditionRef) bool { return o.reaches(r, claims) })
		})
		b = fmt.Appendf(b, "| `%s` | %d | %s | %s | %s |\n", e.Name, e.Code, cell(when), cell(carries), cell(ways(own)))
	}
	return b
}

// cell returns the lines of a cell of a table.
func cell(lines []string) string { return strings.ReplaceAll(strings.Join(lines, "<br>"), "|", `\|`) }

// ways returns the occurrences as cells, one for all methods that share a way.
func ways(occurrences []Occurrence) []string {
	var order []string
	methods := map[string][]string{}
	for _, o := range occurrences {
		way := o.where() + ": " + o.How
		if methods[way] == nil {
			order = append(order, way)
		}
		methods[way] = append(methods[way], "`"+o.Operation+"`")
	}
	for i, way := range order {
		order[i] = strings.Join(methods[way], ", ") + " " + way
	}
	if order == nil {
		return []string{"it cannot, as declared"}
	}
	return order
}
