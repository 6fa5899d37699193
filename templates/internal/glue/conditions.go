package glue

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// A condition is an error that generated code can meet.
type condition struct {
	code    int    // built-in, stable
	name    string // the constant
	meaning string // completes "it says that"
	payload [2]string
	text    func(w *writer) []jen.Code // appends the sentence to text, in Failure.String
}

// words appends a constant piece of the sentence.
func words(s string) jen.Code {
	return jen.Id("text").Op("=").Append(jen.Id("text"), jen.Lit(s).Op("..."))
}

// bytesOf appends a payload word as a byte count.
func bytesOf(word string) jen.Code {
	return jen.Id("text").Op("=").Id("sizeAppend").Call(jen.Id("text"), jen.Id("f").Dot(word))
}

// countOf appends a payload word as a number.
func countOf(word string) jen.Code {
	return jen.Id("text").Op("=").Qual("strconv", "AppendUint").Call(jen.Id("text"), jen.Id("f").Dot(word), jen.Lit(10))
}

func sentence(s string) func(*writer) []jen.Code {
	return func(*writer) []jen.Code { return []jen.Code{words(s)} }
}

// conditions is every condition, in the order of their codes.
var conditions = []condition{
	{3, "InvalidRequest", "an argument is out of its bounds; Detail says which", [2]string{}, func(*writer) []jen.Code {
		return []jen.Code{
			words("invalid request: "),
			jen.Id("text").Op("=").Append(jen.Id("text"), jen.Id("f").Dot("detail").Dot("String").Call().Op("...")),
		}
	}},
	{5, "UnknownAllocation", "the handle names no live region: it is zero, or its region has been freed", [2]string{}, sentence("the handle names no live region")},
	{8, "WrongAllocator", "the handle belongs to another allocator", [2]string{}, sentence("the handle belongs to another allocator")},
	{12, "SerialExhausted", "every slot has served as many regions as its generations allow", [2]string{}, sentence("every slot has served its last region")},
	{13, "SynchronizationPoisoned", "a call panicked in the lock; Recover checks what it left behind", [2]string{}, sentence("an earlier call panicked; Recover checks what it left behind")},
	{14, "HostAllocationFailed", "as many regions are live as the arena has slots for", [2]string{}, sentence("as many regions are live as the arena has slots for")},
	{17, "AllocationTooLarge", "no pool of the arena accepts a request of this size", [2]string{"Requested", "Limit"}, func(*writer) []jen.Code {
		return []jen.Code{words("no pool accepts a request of "), bytesOf("a"), words("; the largest accepted is "), bytesOf("b")}
	}},
	{18, "PoolCapacityExceeded", "the pool is at its cap and has no free extent that fits", [2]string{"Requested", "InUse"}, func(*writer) []jen.Code {
		return []jen.Code{
			words("no room for "), bytesOf("a"), words(": "), bytesOf("b"), words(" are in use of a capacity of "),
			jen.Id("text").Op("=").Id("sizeAppend").Call(jen.Id("text"), jen.Id("f").Dot("Capacity").Call()),
		}
	}},
	{21, "LiveAllocations", "regions are still live", [2]string{"Count", ""}, func(*writer) []jen.Code {
		return []jen.Code{words("regions still live: "), countOf("a")}
	}},
	{23, "Closed", "the allocator has been closed", [2]string{}, sentence("the allocator has been closed")},
}

// occurring returns the conditions that the plan's package can meet.
func (w *writer) occurring() (list []condition) {
	for _, c := range conditions {
		switch c.name {
		case "PoolCapacityExceeded":
			if !w.anyCapped() {
				continue
			}
		case "SynchronizationPoisoned":
			if !w.locks() {
				continue
			}
		}
		list = append(list, c)
	}
	return list
}

func (w *writer) anyCapped() bool {
	for _, a := range w.arenas {
		if a.anyCapped() {
			return true
		}
	}
	return false
}

func (a *arena) anyCapped() bool {
	for _, p := range a.pools {
		if p.capped() {
			return true
		}
	}
	return false
}

// The conditions of each group of methods.
var (
	onAlloc  = []string{"Closed", "InvalidRequest", "AllocationTooLarge", "HostAllocationFailed", "SerialExhausted"}
	onHandle = []string{"Closed", "UnknownAllocation", "WrongAllocator"}
	onArena  = []string{"Closed"}
	onClose  = []string{"Closed", "LiveAllocations"}
)

// errorsOf is the paragraph of a doc comment that lists a method's errors.
func (w *writer) errorsOf(names []string) string {
	if w.locks() {
		names = append([]string{"SynchronizationPoisoned"}, names...)
	}
	if len(names) == 1 {
		return "It fails with " + names[0] + "."
	}
	last := len(names) - 1
	return "It fails with " + strings.Join(names[:last], ", ") + " or " + names[last] + "."
}
