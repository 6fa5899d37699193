package spec

import (
	"reflect"
	"strings"
	"testing"
)

func TestTableOfConditions(t *testing.T) {
	units := map[string]string{}
	seen := map[string]bool{}
	for i, c := range Conditions() {
		if int(c.Number) != i+1 || !camelCase.MatchString(c.Name) || seen[c.Name] {
			t.Errorf("row %d: %+v", i, c)
		}
		seen[c.Name] = true
		for _, f := range c.Payload {
			if problem, _ := misnamed(f.Name); problem != "" || units[f.Name] != "" && f.Name != "count" && units[f.Name] != f.Unit {
				t.Errorf("%s: the field %+v", c.Name, f)
			}
			units[f.Name] = f.Unit
		}
		for _, r := range c.Refinements {
			if problem, _ := misnamed(r.Name); problem != "" || seen[r.Name] || !isClause(r.Meaning) {
				t.Errorf("%s: the case %+v", c.Name, r)
			}
			seen[r.Name] = true
		}
		if !isClause(c.Meaning) {
			t.Errorf("%s: %q", c.Name, c.Meaning)
		}
	}
	if len(Conditions()) != 25 {
		t.Errorf("%d conditions", len(Conditions()))
	}
}

// isClause reports whether a text can stand in a sentence.
func isClause(text string) bool {
	return text != "" && text[:1] == strings.ToLower(text[:1]) && !strings.HasSuffix(text, ".")
}

func TestReferencesAreReadAsTheyAreWritten(t *testing.T) {
	refs := references()
	for i, r := range refs {
		if back, problem, _ := parseRef(r.String()); back != r || problem != "" {
			t.Errorf("%s is read as %s, %s", r, back, problem)
		}
		if i > 0 && compareRefs(refs[i-1], r) >= 0 {
			t.Errorf("%s is not before %s", refs[i-1], r)
		}
	}
	for text, want := range map[string]string{
		"Clsed":         `unknown condition "Clsed" / did you mean Closed?`,
		"Closed.late":   `Closed has no case "late" / write Closed`,
		"Call.":         `Call has no case "" / known cases: out_of_host_memory, `,
		"Call.lost":     `Call has no case "lost" / known cases: out_of_host_memory, `,
		"Call.unknwn":   `Call has no case "unknwn" / did you mean unknown?`,
		"Colour":        `unknown condition "Colour" / known conditions: NoCompatibleMemoryType, `,
		"Call.unknown.": `Call has no case "unknown." / did you mean unknown?`,
	} {
		_, problem, hint := parseRef(text)
		if got := problem + " / " + hint; !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestMeaningIsThatOfTheCase(t *testing.T) {
	for r, want := range map[ConditionRef]string{
		{"InvalidRequest", "size_is_zero"}: "the size is 0",
		{"InvalidRequest", ""}:             "an argument of the call is out of its bounds",
		{"Call", "device_lost"}:            "the device is lost",
	} {
		if got := r.meaning(); got != want {
			t.Errorf("%s: %q", r, got)
		}
	}
}

func TestCarriedIsWhatAllCarry(t *testing.T) {
	ref := func(names ...string) (refs []ConditionRef) {
		for _, name := range names {
			refs = append(refs, ConditionRef{Condition: name})
		}
		return refs
	}
	for _, c := range []struct {
		refs []ConditionRef
		want string
	}{
		{ref("PoolCapacityExceeded"), "arena pool size in_use capacity"},
		{ref("OutOfSpace", "PoolCapacityExceeded", "Call"), "arena pool"},
		{ref("Call", "AllocationLimit"), "arena pool memory_type"},
		{ref("Call", "Closed"), ""},
		{ref("LiveAllocations", "LivePools"), ""}, // of regions, and of pools
	} {
		var names []string
		for _, f := range carried(c.refs) {
			names = append(names, f.Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%v carry %q, want %q", c.refs, got, c.want)
		}
	}
	before := Conditions()
	carried(ref("PoolCapacityExceeded", "Closed"))
	if !reflect.DeepEqual(before, Conditions()) {
		t.Error("the table has changed")
	}
}
