package spec

import (
	"regexp"
	"strings"
	"testing"
)

// compile compiles a spec and holds the result against what Compile promises
// of every one.
func compile(t *testing.T, src string) (*Plan, Diagnostics) {
	t.Helper()
	plan, ds := CompileWith("dir/alloc.yaml", []byte(src), served)
	if (plan == nil) != ds.Failed() {
		t.Fatalf("plan %v beside diagnostics %v", plan, ds)
	}
	return plan, ds
}

// broken returns the IDs of the rules that a spec breaks, in order.
func broken(t *testing.T, src string) string {
	t.Helper()
	_, ds := compile(t, src)
	var ids []string
	for _, d := range ds {
		ids = append(ids, d.Rule.ID)
	}
	return strings.Join(ids, " ")
}

func TestEveryExampleBreaksItsRuleAndNoOther(t *testing.T) {
	for _, r := range Rules() {
		_, ds := compile(t, r.Example)
		if r.ID == ruleContract { // which is the templates' to judge
			if len(ds) > 0 {
				t.Errorf("the example of %s gives:\n%v", r.ID, ds)
			}
			continue
		}
		if len(ds) != 1 || ds[0].Rule.ID != r.ID {
			t.Errorf("the example of %s gives:\n%v", r.ID, ds)
		}
	}
}

func TestTableOfRules(t *testing.T) {
	last := ""
	for _, r := range Rules() {
		if !regexp.MustCompile(`^AG[0-3][0-9]{2}$`).MatchString(r.ID) || r.ID <= last {
			t.Errorf("rule %q after %q", r.ID, last)
		}
		last = r.ID
		if r.Severity != Error && r.Severity != Warning || !strings.HasSuffix(r.Title, ".") || !strings.HasSuffix(r.Why, ".") {
			t.Errorf("rule %s is incomplete: %+v", r.ID, r)
		}
	}
}
