package spec

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// mutate returns a spec that declares a field's key, with its first value
// replaced by text that stands for a YAML value.
func mutate(t *testing.T, f Field, text string) string {
	t.Helper()
	base := declared
	switch {
	case f.Target == Vulkan || f.Scope == MemoryScope || f.Scope == BufferScope:
		base = declaredGPU
	case f.Key == "custom_pools" || f.Scope == Scope(TLSF) || f.Scope == Scope(Linear) || f.Scope == StrategyScope || f.Scope == streamsScope || strings.HasPrefix(string(f.Scope), "policy "):
		base = declaredBlocks
	}
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(base), &root); err != nil {
		t.Fatal(err)
	}
	at := places(root.Content[0])[f.Scope]
	if f.Idle != "" {
		at.Content = append(at.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: f.Key}, &yaml.Node{})
	}
	return replaced(t, &root, child(at, f.Key), text)
}

// places returns the mappings of a spec by scope, the first of several.
func places(file *yaml.Node) map[Scope]*yaml.Node {
	at := map[Scope]*yaml.Node{FileScope: file}
	if concurrency := child(file, "concurrency"); concurrency != nil && concurrency.Kind == yaml.MappingNode {
		at[streamsScope] = concurrency.Content[1]
	}
	see := func(scope Scope, mapping *yaml.Node) {
		if at[scope] == nil && mapping != nil {
			at[scope] = mapping
		}
	}
	arenas := child(file, "arenas").Content
	for i := 1; i < len(arenas); i += 2 {
		see(ArenaScope, arenas[i])
		see(MemoryScope, child(arenas[i], "memory"))
		see(BufferScope, child(arenas[i], "buffers"))
		for _, p := range child(arenas[i], "pools").Content {
			see(Kind(child(p, "kind").Value).scope(), p)
			see(PoolScope, p)
			if policy := child(p, "policy"); policy != nil && policy.Kind == yaml.MappingNode {
				see(Scope("policy "+policy.Content[0].Value), policy.Content[1])
			}
		}
	}
	if errors := child(file, "errors"); errors != nil {
		see(SetScope, errors)
		see(ErrorScope, child(errors, "TooLarge"))
	}
	return at
}

// replaced returns a document with the value at a place replaced by text.
func replaced(t *testing.T, root, at *yaml.Node, text string) string {
	t.Helper()
	var value yaml.Node
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	*at = *value.Content[0]
	out, err := yaml.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// child returns the value of a key of a mapping, nil if there is none.
func child(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}

// wrong returns values that a field must refuse, each with the rule it breaks.
func wrong(f Field) map[string]string {
	cases := map[string]string{"null": ruleType, "2001-02-03": ruleType}
	add := func(rule string, values ...string) {
		for _, v := range values {
			cases[v] = rule
		}
	}
	if !slices.Contains([]Type{Mapping, Set, Object, Choice}, f.Type) {
		add(ruleType, "{a: 1}")
	}
	if f.Type != Sequence && f.Type != Flags {
		add(ruleType, "[1]")
	}
	switch f.Type {
	case Object:
		first := fieldsOf(f.Of)[0]
		add(ruleUnknown, "{"+first.Key+": ["+first.Enum[0]+"], colour: 1}")
		fallthrough
	case Mapping, Sequence, Set, Cases:
		add(ruleType, "1", "true", "some", "''")
	case Count:
		add(ruleNumber, "1.5", "0x10", "010", "1_0", "0b1", "1e3", ".inf")
		add(ruleType, "'1'", "true", "some")
	case Size:
		add(ruleNumber, "''", "1MB", "0x10", "010", "1_0", "1e30", "1.5", "1.3KiB", ".inf", "some", "+1", "5 KB")
		add(ruleBounds, "20EiB", "99999999999999999999999")
		add(ruleType, "true")
	case Name:
		add(ruleName, "''", "A", "_a", "a_", "a__b", "1a", "a-b", "é", "func", "len", "'a b'", strings.Repeat("a", maxName+1))
		add(ruleType, "1", "true")
	case Package:
		add(rulePackage, "''", "A", "_", "a-b", "é", "1a", "type", "string", "main", "init", "a_test", "documentation", strings.Repeat("a", maxName+1))
		add(ruleType, "1", "true")
	case Boolean:
		add(ruleType, "1", "'true'", "yes", "off", "''")
	case Flags:
		add(ruleWord, "['']", "[device]", "[DEVICE_LOCAL]", "[none]", "['device_local|host_visible']")
		add(ruleType, "1", "true", "some", "''", "[1]", "[[device_local]]", "[{a: 1}]", "[null]")
		add(ruleFlags, "["+f.Enum[1]+", "+f.Enum[1]+"]")
		if f.Min > 0 {
			add(ruleEntries, "[]")
		}
	case Message:
		add(ruleMessage, "''", "'{'", "'}'", "'{}'", "'a {b'", "'{Arena}'", "'{{arena}}'", `"a\nb"`, `"\e"`, strings.Repeat("a", 201))
		add(ruleType, "1", "true")
	case Path:
		add(rulePath, "''", "/a", `a\b`, `"a\tb"`, strings.Repeat("a", 256))
		add(ruleType, "1", "true")
	}
	if f.Type == Set {
		add(ruleEntries, "{}")
		add(ruleUnknown, "{othrs: keep}", "{uses: {}}", "{colour: red}")
		add(ruleErrorName, "{tooLarge: {code: 1, from: [Closed]}}", "{TestClosed: {code: 1, from: [Closed]}}", "{A_b: {code: 1, from: [Closed]}}", "{É: {code: 1, from: [Closed]}}")
		add(ruleType, "{A: 1}", "{1: {code: 1, from: [Closed]}}")
		add(ruleMissing, "{A: {code: 1}}", "{A: {from: [Closed]}}")
	}
	if f.Type == Cases {
		add(ruleEntries, "[]")
		add(ruleWord, "[Closd]", "['']", "[closed]", "[Closed.]", "[Closed.late]", "[Call.device_lst]", "[Call.device_lost.x]", "[.]")
		add(ruleType, "[[Closed]]", "[{Closed: 1}]", "[null]")
	}
	if f.Type == Count || f.Type == Size {
		outOfBounds(f, add)
	}
	wrongWords(f, add)
	return cases
}

// choices is, of each Choice, a word without keys, one with keys that it must
// have, and these.
var choices = map[string]struct{ bare, keyed, keys string }{
	"concurrency": {string(Mutex), string(Streams), "count: 4"},
	"policy":      {string(Separate), string(Pooled), "block_size: 64KiB"},
}

// wrongWords adds what a field must refuse of which one or several words are
// wanted, or one with keys.
func wrongWords(f Field, add func(rule string, values ...string)) {
	switch f.Type {
	case PoolKind:
		add(rulePath, `'./a\b'`, "./"+strings.Repeat("a", maxPath))
		add(ruleStrategy, "./missing", "../first", "./", "./idle", "./odd")
		fallthrough
	case Word:
		add(ruleWord, "''", "metal", "HOST", "' none'", "first", "/first")
		add(ruleType, "1", "true")
	case Words:
		add(ruleWord, "''", "metal", "[metal]", "['']")
		add(ruleType, "1", "true", "[1]", "[[min_time]]", "[null]")
		add(ruleFlags, "[min_time, min_time]")
		add(ruleEntries, "[]")
	case Choice:
		c := choices[f.Key]
		add(ruleWord, "''", "metal", "{metal: {}}", "{1: {}}", "{block_size: 64KiB}")
		add(ruleType, "1", "true", "{}", "{["+c.bare+"]: {}}", "{"+c.bare+": {}}", "{"+c.bare+": null}", "{"+c.keyed+": null}", "{"+c.keyed+": 1}",
			"{"+c.keyed+": {"+c.keys+"}, "+c.bare+": {}}")
		add(ruleUnknown, "{"+c.keyed+": {"+c.keys+", colour: 2}}", "{"+c.keyed+": {"+strings.Replace(c.keys, ":", "s:", 1)+"}}")
		add(ruleMissing, c.keyed, "{"+c.keyed+": {}}")
		if f.Key == "policy" {
			add(ruleMissing, "adaptive", "{adaptive: {block_size: 64KiB}}")
		}
	}
}

// outOfBounds adds the numbers that a field must refuse.
func outOfBounds(f Field, add func(rule string, values ...string)) {
	add(ruleBounds, "-1", decimal(f.Max+1), "-99999999999999999999")
	if f.Min > 0 {
		add(ruleBounds, decimal(f.Min-1))
	}
	if f.Power {
		add(rulePower, "3", "24", decimal(f.Max-1))
	}
}

func TestEveryFieldRefusesWhatItsRowExcludes(t *testing.T) {
	for _, f := range Fields() {
		for text, rule := range wrong(f) {
			src := mutate(t, f, text)
			if got := broken(t, src); got != rule {
				_, ds := compile(t, src)
				t.Errorf("%s.%s: %s gives %q, want %s\n%v", f.Scope, f.Key, text, got, rule, ds)
			}
		}
	}
}

func TestEveryFieldTakesItsBounds(t *testing.T) {
	for _, f := range Fields() {
		var values []string
		switch f.Type {
		case Count, Size:
			values = []string{decimal(f.Min), decimal(f.Max)}
		case PoolKind:
			values = f.Enum[:1] // the others need other keys
		case Word:
			values = f.Enum
			if f.Key == "target" {
				values = values[:1] // as does this
			}
		case Words:
			values = append(slices.Clone(f.Enum), "["+strings.Join(f.Enum, ", ")+"]", "["+f.Enum[2]+"]")
		case Choice:
			values = []string{choices[f.Key].bare, "{" + choices[f.Key].keyed + ": {" + choices[f.Key].keys + "}}"}
			if f.Key == "policy" {
				values = append(values, "fixed", "{fixed: {}}") // of which target host misses no key
			}
		case Boolean:
			values = []string{"true", "false", "True"}
		case Object:
			values = []string{"{" + fieldsOf(f.Of)[0].Key + ": [" + fieldsOf(f.Of)[0].Enum[1] + "]}"}
		case Flags:
			values = []string{"[" + f.Enum[0] + "]", "[" + strings.Join(f.Enum, ", ") + "]"}
		case Message:
			values = []string{"a", strings.Repeat("é", 200), "'{arena}'", "'{requested}{limit} of {arena}.'", "\"'\\\"\\\\\""}
		case Path:
			values = []string{"a", "../b/c d.yaml", strings.Repeat("é", 255)}
		case Cases:
			values = []string{"[AllocationTooLarge]", "[AllocationTooLarge, PoolCapacityExceeded]"}
		case Name, Package:
			values = []string{"a", "a1", "z9_z", strings.Repeat("a", maxName)}
		}
		for _, text := range values {
			_, ds := compile(t, mutate(t, f, text))
			for _, d := range ds {
				if d.Rule.ID < "AG200" {
					t.Errorf("%s.%s: %s gives %v", f.Scope, f.Key, text, d)
				}
			}
		}
	}
}

func TestEveryRequiredFieldIsMissed(t *testing.T) {
	for _, f := range Fields() {
		// A key that nothing suggests stands in for the absent one.
		src := strings.Replace(mutate(t, f, "replaced"), f.Key+": replaced", "zzzzzzzzzzzzzzzz: 1", 1)
		want := ruleUnknown
		if f.isRequired(Vulkan) && f.isRequired(Host) || f.RequiredOn == Host || f.Target == Vulkan && f.Required {
			want += " " + ruleMissing
		}
		ids := strings.Fields(broken(t, src))
		slices.Sort(ids)
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("without %s.%s: %q, want %q", f.Scope, f.Key, got, want)
		}
	}
}

func TestEntriesAreBounded(t *testing.T) {
	var arenas, pools strings.Builder
	for i := range 65 {
		fmt.Fprintf(&arenas, "  a%d: {pools: [{name: p, kind: sliced_pages, page_size: 64, max_slice_size: 16}]}\n", i)
		fmt.Fprintf(&pools, "      - {name: p%d, kind: sliced_pages, page_size: 64, max_slice_size: 16, max_pool_size: 64}\n", i)
	}
	cut := func(s string) string { return s[:strings.LastIndex(s[:len(s)-1], "\n")+1] }
	for src, want := range map[string]string{
		exampleHead + "arenas:\n" + arenas.String():      ruleEntries,
		exampleHead + "arenas:\n" + cut(arenas.String()): "",
		exampleHead + "arenas: {}\n":                     ruleEntries,
		examplePools + pools.String():                    ruleEntries,
		examplePools + cut(pools.String()):               "",
	} {
		if got := broken(t, src); got != want {
			t.Errorf("got %q, want %q for %s", got, want, quote(src[len(src)-60:]))
		}
	}
}

func TestTableOfFields(t *testing.T) {
	seen := map[string]Field{}
	for _, f := range Fields() {
		at := string(f.Scope) + "." + f.Key
		other, again := seen[f.Key]
		other.Scope, other.Doc, other.Idle = f.Scope, f.Doc, f.Idle
		if isOfPolicy := strings.HasPrefix(string(f.Scope), "policy "); again && !isOfPolicy && (!slices.Contains(kinds(), f.Scope) || !reflect.DeepEqual(other, f)) {
			t.Errorf("%s: the key means something else in another scope", at)
		}
		seen[f.Key] = f
		if f.Required && f.Default != "" || !strings.HasSuffix(f.Doc, ".") || f.Min > f.Max {
			t.Errorf("%s: inconsistent row %+v", at, f)
		}
		if v := f.absent(Host); f.Default != "" && (f.Type == Count || f.Type == Size) && (v.num < f.Min || v.num > f.Max) {
			t.Errorf("%s: the default %s is out of bounds", at, f.Default)
		}
		if (f.Type == Mapping || f.Type == Sequence) && len(fieldsOf(f.Of)) == 0 {
			t.Errorf("%s: the scope %q has no keys", at, f.Of)
		}
		if misnamed, _ := misnamed(f.Key); misnamed != "" && f.Key != "package" && f.Key != "map" {
			t.Errorf("%s: the key %s", at, misnamed)
		}
	}
	for _, kind := range kinds() {
		for _, f := range fieldsOf(kind) {
			if !slices.Contains([]Type{Count, Size, Word, Words, Choice}, f.Type) {
				t.Errorf("%s.%s: a Param is a number or words", kind, f.Key)
			}
		}
	}
}

func TestDidYouMean(t *testing.T) {
	known := []string{"page_size", "max_slice_size", "kind", "name"}
	for unknown, want := range map[string]string{
		"page_sise": "page_size", "pagesize": "page_size", "knid": "kind", "nam": "name", "nmae": "name",
		"Kind": "kind", "max_slize_siz": "max_slice_size", "colour": "", "": "", "x": "", strings.Repeat("kind", 100): "",
	} {
		if got := Nearest(unknown, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", unknown, got, want)
		}
	}
}
