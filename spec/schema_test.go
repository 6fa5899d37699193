package spec

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

// validate holds a spec against the JSON Schema.
func validate(t *testing.T, src string) error {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	s := c.MustCompile("schema.json")
	var tree any
	if err := yaml.Unmarshal([]byte(src), &tree); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(value)
}

func TestSchemaAcceptsGoodSpecs(t *testing.T) {
	for _, src := range append([]string{good, exampleWhole}, variants(t)...) {
		if err := validate(t, src); err != nil {
			t.Errorf("%v in\n%s", err, src)
		}
	}
}

func TestSchemaKnowsTheRulesOfOneValue(t *testing.T) {
	for _, r := range Rules() {
		if r.ID < "AG100" && r.ID != ruleTop {
			continue // about YAML, which a schema never sees
		}
		err := validate(t, r.Example)
		single := r.ID < "AG200"
		if single && err == nil {
			t.Errorf("the schema accepts the example of %s", r.ID)
		}
		if !single && err != nil {
			t.Errorf("the schema refuses the example of %s, which is about several values: %v", r.ID, err)
		}
	}
}

func TestSchemaIsDeterministicAndDocumentsEveryField(t *testing.T) {
	first := string(Schema())
	if first != string(Schema()) {
		t.Error("two schemas differ")
	}
	for _, f := range Fields() {
		doc, err := json.Marshal(f.Doc)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(first, string(doc)) {
			t.Errorf("the schema does not document %s", f.Key)
		}
	}
}

func TestReferenceIsDeterministicAndComplete(t *testing.T) {
	text := string(Reference())
	if text != string(Reference()) {
		t.Error("two references differ")
	}
	if len(text) > 100<<10 || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == '\uFFFD' }) {
		t.Errorf("the reference is not readable Markdown (%d bytes)", len(text))
	}
	for _, f := range Fields() {
		if !strings.Contains(text, "\n### "+f.Key+"\n\n"+f.Doc+"\n\n- Type: ") {
			t.Errorf("the reference lacks the key %s", f.Key)
		}
	}
	for _, r := range Rules() {
		if !strings.Contains(text, "\n## "+r.ID+": "+r.Title+"\n") {
			t.Errorf("the reference lacks the rule %s", r.ID)
		}
	}
}
