package glue

import (
	"slices"

	"github.com/dave/jennifer/jen"
)

// A fact is a field of a Failure with its value.
type fact struct {
	field string
	value jen.Code
}

func is(field string, value jen.Code) fact { return fact{field, value} }

// fails builds a Failure of the arena.
func (a *arena) fails(condition string, more ...fact) *jen.Statement {
	return fails(condition, append([]fact{is("arena", jen.Id(a.id))}, more...)...)
}

// fails builds a Failure of the Allocator.
func fails(condition string, more ...fact) *jen.Statement {
	return failing(append([]fact{is("condition", jen.Id(constant(condition)))}, more...)...)
}

// failing builds a Failure of facts, which it puts into its parts.
func failing(facts ...fact) *jen.Statement {
	var whole []jen.Code
	for _, part := range []struct {
		name   string
		fields []string
	}{
		{"what", []string{"condition", "detail", "arena", "pool"}},
		{"native", []string{"memoryType", "result"}},
		{"", []string{"a", "b"}},
	} {
		var values []jen.Code
		for _, f := range facts {
			if slices.Contains(part.fields, f.field) {
				values = append(values, jen.Id(f.field).Op(":").Add(f.value))
			}
		}
		if part.name != "" && len(values) > 0 {
			values = []jen.Code{jen.Id(part.name).Op(":").Id(part.name).Values(values...)}
		}
		whole = append(whole, values...)
	}
	return jen.Id("Failure").Values(whole...)
}
