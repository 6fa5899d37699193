package specialise

import (
	"fmt"
	"strings"
	"testing"
)

// pool returns the source of a template with one file.
func pool(body string) Source {
	return Source{"test/pool", map[string][]byte{"pool.go": []byte("package pool\n\n" + body)}, ""}
}

func params(kv ...string) map[string]string {
	m := map[string]string{}
	for i := 0; i < len(kv); i += 2 {
		m[kv[i]] = kv[i+1]
	}
	return m
}

// TestTemplateErrors: each fault of a template or of its parameters is an
// error that says where.
func TestTemplateErrors(t *testing.T) {
	const size = "// Size in bytes.\nconst size uint8 = 1 //allocgen:param\n\nconst untyped = 1 << 4 //allocgen:param\n"
	for _, c := range []struct {
		body   string
		params map[string]string
		want   string
	}{
		{size, params("size", "1"), "pool/pool.go:6:7: no value for parameter untyped"},
		{size, params("size", "1", "untyped", "2", "width", "3"), "pool/pool.go:1:1: template pool has no parameter width"},
		{size, params("size", "256", "untyped", "2"), "pool/pool.go:4:20: cannot use 256 (untyped int constant) as uint8 value in constant declaration (overflows)"},
		{size, params("size", "true", "untyped", "2"), "pool/pool.go:4:20: cannot use true (untyped bool constant) as uint8 value in constant declaration"},
		{size, params("size", "1", "untyped", "true"), "pool/pool.go:6:7: parameter untyped: true is untyped bool, not untyped int"},
		{size, params("size", "1", "untyped", "1.5"), "pool/pool.go:6:7: parameter untyped: 1.5 is untyped float, not untyped int"},
		{size, params("size", "other", "untyped", "2"), `pool/pool.go:4:7: parameter size: "other" is not a constant expression of literals`},
		{size, params("size", "1 // one", "untyped", "2"), `pool/pool.go:4:7: parameter size: "1 // one" is not a constant`},
		{size, params("size", "len(\"a\"", "untyped", "2"), `pool/pool.go:4:7: parameter size: "len(\"a\"" is not a constant`},
		{size + "const _ = uint(2 - size)\n", params("size", "3", "untyped", "2"), "pool/pool.go:7:16: "},
		{size + "const half = size / (untyped - 2)\n", params("size", "3", "untyped", "2"), "pool/pool.go:7:21: invalid operation: division by zero"},
		{"const a, b = 1, 2 //allocgen:param", nil, "pool/pool.go:3:7: a parameter is one constant with a default of its own"},
		{"const a = b //allocgen:param\nconst b = 1", nil, "pool/pool.go:3:7: default of parameter a: "},
		{"const a = uint8(1) //allocgen:param", nil, "pool/pool.go:3:7: parameter a: the type of a parameter stands before the ="},
		{"func f() {\n\tconst a = 1 //allocgen:param\n\t_ = a\n}", nil, "pool/pool.go:4:14: //allocgen:param stands after a package-level constant"},
		{"var x int //allocgen:param", nil, "pool/pool.go:3:11: //allocgen:param stands after"},
		{"func f() { undefined() }", nil, "pool/pool.go:3:12: undefined: undefined"},
		{"func f() {", nil, "pool/pool.go:3:11: expected '}'"},
		{"import . \"math\"\n\nconst a = Pi", nil, "pool/pool.go:3:8: a template imports nothing as ."},
		{"import _ \"embed\"", nil, "pool/pool.go:3:8: a template imports nothing as _"},
		{"import \"C\"", nil, "pool/pool.go:3:8: a template imports the standard library and templates only, not C"},
		{"import \"example.com/x\"\n\nconst a = x.Y", nil, "pool/pool.go:3:8: a template imports the standard library and templates only, not example.com/x"},
		{"import \"test/pool\"\n\nconst a = pool.B", nil, "templates import each other: test/pool → test/pool"},
		{"const size = 1\n\nfunc Size() {}", nil, "pool/pool.go:5:6: with a prefix, size and Size would be one name"},
		{"func init() {}", nil, "pool/pool.go:3:1: a template has no init function"},
		{"var x = 1", nil, "pool/pool.go:3:1: a template has no package-level variables"},
		{"type i interface{ f() }", nil, "pool/pool.go:3:8: a template has no interface types"},
		{"type i struct{ f any }", nil, "pool/pool.go:3:18: a template has no interface types, nor any"},
		{"func f() error { return nil }", nil, "pool/pool.go:3:10: a template has no interface types, nor error"},
		{"func f() { func() {}() }", nil, "pool/pool.go:3:12: a template has no function literals"},
		{"func f() { go f() }", nil, "pool/pool.go:3:12: a template starts no goroutines"},
		{"func f() { defer f() }", nil, "pool/pool.go:3:12: a template has no defer"},
		{"func f[T int](T) {}", nil, "a template has no type parameters"},
		{"type t[T int] struct{ x T }", nil, "pool/pool.go:3:6: a template has no type parameters"},
		{"//go:generate x\nfunc f() {}", nil, "pool/pool.go:3:1: a template has no //go:generate line"},
		{"//go:embed x\nconst x = 1", nil, "pool/pool.go:3:1: a template has no //go:embed line"},
		{"//go:build linux\n\nconst x = 1", nil, "pool/pool.go:3:1: a template has no //go:build line"},
		{"type Pool int\n\nfunc f(hostPool int) Pool { return Pool(hostPool) }", nil, "pool/pool.go:5:8: hostPool would hide the name"},
	} {
		in := []Instance{{"test/pool", "host", "host", c.params, ""}}
		_, err := Package("out", testHeader, []Source{pool(c.body)}, in, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\nwith %v: %v, want %s", c.body, c.params, err, c.want)
		}
	}
}

// TestVerifyReportsAll: Verify finds every broken rule, with the defaults.
func TestVerifyReportsAll(t *testing.T) {
	src := pool("const size = 1 //allocgen:param\n\nvar x = 1\n\nfunc init() {}\n")
	src.Files["laws_test.go"] = []byte("package pool\n\nimport \"testing\"\n\nvar y any = func() {}\n\nfunc init() {}\n\nfunc TestMain(m *testing.M) {}\n")
	errs := Verify(src, nil)
	want := "[pool/laws_test.go:9:1: a template has no TestMain pool/pool.go:5:1: a template has no package-level variables pool/pool.go:7:1: a template has no init function]"
	if got := fmt.Sprint(errs); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if errs := Verify(pool("const size = 1 //allocgen:param\n"), nil); errs != nil {
		t.Errorf("a good template: %v", errs)
	}
	if errs := Verify(pool("import \"test/list\"\n\nconst a = list.B\n"), []Source{}); len(errs) != 0 {
		t.Errorf("an opaque package: %v", errs)
	}
}

// TestGlueErrors: what doesn't fit together is an error that names both.
func TestGlueErrors(t *testing.T) {
	source := pool("// New is new.\nfunc New() int { return 1 }\n")
	source.Files["more.go"] = []byte("package pool\n\nfunc more() int { return max(1, 2) }\n")
	host := Instance{"test/pool", "host", "host", nil, ""}
	other := Source{"test/other", map[string][]byte{"other.go": []byte("package other\n\nconst c = 1\n")}, ""}
	for _, c := range []struct {
		instances []Instance
		glue      string
		want      string
	}{
		{[]Instance{host}, "func hostNew() {}", "glue.go:3:6: hostNew is declared at host_pool.go:4:6 already"},
		{[]Instance{host}, "func max() {}", "glue.go:3:6: max is predeclared, and templates may use it"},
		{[]Instance{host}, "func F() { hostNewer() }", "glue.go:3:12: undefined: hostNewer"},
		{[]Instance{host}, "func F() {", "glue.go:3:11: expected '}'"},
		{[]Instance{host}, "func F() int { x := 1; return hostNew() }", "glue.go:3:16: declared and not used: x"},
		{[]Instance{host, {"test/other", "host", "other", nil, ""}}, "", "prefix host stands for pool() and for other()"},
		{[]Instance{{"test/pool", "glue", "glue", nil, ""}, {"test/other", "x", "glue", nil, ""}}, "", "two files are called glue_other.go"},
		{[]Instance{{"test/none", "x", "x", nil, ""}}, "", "no template test/none"},
	} {
		_, err := Package("out", testHeader, []Source{source, other}, c.instances, []File{{"glue.go", []byte("package out\n\n" + c.glue)}, {"glue_other.go", []byte("package out\n")}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.glue, err, c.want)
		}
	}
}

// TestShare: identical instances have the first one's prefix, and only what
// that one makes is there.
func TestShare(t *testing.T) {
	instances := []Instance{
		{"test/pool", "a", "a", params("size", "1 << 4"), ""},
		{"test/pool", "b", "b", params("size", "17"), ""},
		{"test/pool", "c", "c", params("size", "16"), ""},
		{"test/list", "d", "d", params("size", "16"), ""},
	}
	if got := fmt.Sprint(Share(instances)); got != "[a b a d]" {
		t.Errorf("Share: %s", got)
	}
	source := pool("const size = 1 //allocgen:param\n\nfunc Bytes() int { return size }\n")
	out, err := Package("out", testHeader, []Source{source}, instances[:3], []File{{"glue.go", []byte("package out\n\nfunc F() int { return aBytes() + bBytes() }\n")}})
	if err != nil || len(out) != 3 || out[0].Name != "a_pool.go" || out[1].Name != "b_pool.go" {
		t.Errorf("got %v, %v", out, err)
	}
}
