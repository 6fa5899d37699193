package glue

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// constant is the unexported name under which generated code keeps the
// condition that a Failure is of; which error of the product's set that is,
// only its method Code knows.
func constant(condition string) string {
	return strings.ToLower(condition[:1]) + condition[1:]
}

// occurring returns the conditions that some method can meet, in the order of
// their numbers.
func (w *writer) occurring() (list []spec.Condition) {
	for _, c := range spec.Conditions() {
		if slices.ContainsFunc(w.occurrences, func(o spec.Occurrence) bool { return o.Condition.Condition == c.Name }) {
			list = append(list, c)
		}
	}
	return list
}

// resolve notes which error of the set stands for a condition, if one does.
func (w *writer) resolve(r spec.ConditionRef) {
	if _, done := w.errorFor[r]; done {
		return
	}
	if e, ok := w.plan.ErrorFor(r); ok {
		w.errorFor[r] = e
	}
}

// occurs reports whether some method can meet the condition.
func (w *writer) occurs(condition string) bool {
	return slices.ContainsFunc(w.occurring(), func(c spec.Condition) bool { return c.Name == condition })
}

// errorsOf is the paragraph of a doc comment that lists the errors of a method
// of an arena, or with an empty name of the Allocator; empty if there are none.
func (w *writer) errorsOf(operation, arena string) string {
	var names []string
	for _, o := range w.occurrences {
		if o.Operation != operation || o.Arena != arena {
			continue
		}
		cases := []spec.ConditionRef{o.Condition}
		if o.Condition.Refinement == "" {
			cases = o.Cases()
		}
		for _, r := range cases {
			if e, ok := w.errorFor[r]; ok && !slices.Contains(names, e.Name) {
				names = append(names, e.Name)
			}
		}
	}
	last := len(names) - 1
	switch {
	case last < 0:
		return ""
	case last == 0:
		return "It fails with " + names[0] + "."
	}
	return "It fails with " + strings.Join(names[:last], ", ") + " or " + names[last] + "."
}

// A field is what a Failure carries: how its value is read, and how it is
// appended to a sentence.
type field struct {
	word string // of the payload; "" for what isn't a number
	doc  string
	add  func(value jen.Code) jen.Code // appends the value to text
}

// fields is what the conditions carry that can be met so far, by the name that
// messages use.
var fields = map[string]field{
	"memory_type": {add: func(jen.Code) jen.Code {
		return addCount(jen.Uint64().Call(jen.Id("f").Dot("memoryType")).Op("-").Lit(1))
	}},
	"result":    {add: func(jen.Code) jen.Code { return addName(jen.Id("f").Dot("result").Dot("String").Call()) }},
	"call":      {add: addName},
	"arena":     {add: addName},
	"pool":      {add: addName},
	"detail":    {add: addName},
	"requested": {"a", "the size asked for, in bytes,", addBytes},
	"limit":     {"b", "the largest size that the arena accepts, or can still have a block for,", addBytes},
	"size":      {"a", "the size asked for, in bytes,", addBytes},
	"in_use":    {"b", "the bytes in use in the pool", addBytes},
	"capacity":  {"", "the bytes of pages that the pool may have", addBytes},
	"count":     {"a", "the number of live regions", addCount},

	"allocation": {"a", "the handle of the region whose guard is damaged", addCount},
	"offset":     {"b", "where in its block the first damaged word is, in bytes,", addBytes},
	"kind":       {add: addName},
	"errno":      {"a", "the system's number for what went wrong, a syscall.Errno, or 0,", addCount},
}

func addName(value jen.Code) jen.Code {
	return jen.Id("text").Op("=").Append(jen.Id("text"), jen.Add(value).Op("..."))
}

func addBytes(value jen.Code) jen.Code {
	return jen.Id("text").Op("=").Id("sizeAppend").Call(jen.Id("text"), value)
}

func addCount(value jen.Code) jen.Code {
	return jen.Id("text").Op("=").Qual("strconv", "AppendUint").Call(jen.Id("text"), value, jen.Lit(10))
}

// value reads a field of the Failure f.
func value(name string) jen.Code {
	if word := fields[name].word; word != "" {
		return jen.Id("f").Dot(word)
	}
	if name == "detail" || name == "kind" {
		return jen.Id("f").Dot("detail").Dot("String").Call()
	}
	return jen.Id("f").Dot(spec.Camel(name)).Call()
}

// sentences are the built-in messages, without the place that they are about.
var sentences = map[string][]spec.Piece{
	"InvalidRequest":          {{Text: "invalid request: "}, {Field: "detail"}},
	"UnknownAllocation":       {{Text: "the handle names no live region"}},
	"UnknownPool":             {{Text: "the handle names no custom pool"}},
	"WrongAllocator":          {{Text: "the handle belongs to another allocator"}},
	"SerialExhausted":         {{Text: "every slot has served its last region"}},
	"SynchronizationPoisoned": {{Text: "an earlier call panicked; Recover checks what it left behind"}},
	"HostAllocationFailed":    {{Text: "no slot is left: each is live or retired"}},
	"AllocationTooLarge":      {{Text: "no pool can serve a request of "}, {Field: "requested"}, {Text: "; the limit is "}, {Field: "limit"}},
	"PoolCapacityExceeded": {{Text: "no room for "}, {Field: "size"}, {Text: ": "}, {Field: "in_use"},
		{Text: " are in use of a capacity of "}, {Field: "capacity"}},
	"NoCompatibleMemoryType": {{Text: "no memory type of the device will do"}},
	"InvalidProperties":      {{Text: "unfit device: "}, {Field: "detail"}},
	"InvalidRange":           {{Text: "the range does not lie in the region"}},
	"AlreadyMapped":          {{Text: "the region is mapped already"}},
	"NotMapped":              {{Text: "the region is not mapped"}},
	"NotHostVisible":         {{Text: "the host cannot see the region's memory"}},
	"WrongResource":          {{Text: "the region is for another resource"}},
	"UnsupportedCapability":  {{Text: "unsupported: "}, {Field: "detail"}},
	"AllocationLimit":        {{Text: "the device has as many memory objects as it can have"}},
	"Call":                   {{Field: "call"}, {Text: " failed with "}, {Field: "result"}},
	"OutOfSpace":             {{Text: "nothing fits, and there is to be no new memory"}},
	"CorruptionDetected":     {{Text: "something wrote behind a region, at offset "}, {Field: "offset"}, {Text: " of its block"}},
	"LiveAllocations":        {{Text: "regions still live: "}, {Field: "count"}, {Text: "; WriteLeaks lists the largest"}},
	"LivePools":              {{Text: "custom pools not destroyed: "}, {Field: "count"}},
	"Closed":                 {{Text: "the allocator has been closed"}},
	"Output":                 {{Text: "the report could not be written: "}, {Field: "kind"}},
}

// say appends a message to text.
func say(message []spec.Piece) (statements []jen.Code) {
	for _, piece := range message {
		if piece.Field == "" {
			statements = append(statements, addName(jen.Lit(piece.Text)))
		} else {
			statements = append(statements, fields[piece.Field].add(value(piece.Field)))
		}
	}
	return statements
}
