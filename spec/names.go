package spec

import (
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// maxName bounds the length of a name in bytes.
const maxName = 64

// What names look like, in the dialects of both Go and JSON Schema.
const (
	snakePattern   = `^[a-z][a-z0-9]*(_[a-z0-9]+)*$`
	packagePattern = `^[a-z][a-z0-9_]*$`
	camelPattern   = `^[A-Z][A-Za-z0-9]*$`
)

var (
	snakeCase   = regexp.MustCompile(snakePattern)
	packageCase = regexp.MustCompile(packagePattern)
	camelCase   = regexp.MustCompile(camelPattern)
)

// Camel returns a snake_case name as an exported Go identifier: "frame_data"
// is FrameData.
func Camel(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// LowerCamel returns a snake_case name as an unexported Go identifier:
// "frame_data" is frameData.
func LowerCamel(name string) string {
	first, rest, _ := strings.Cut(name, "_")
	return first + Camel(rest)
}

// name decodes the name of an arena, a pool, an error or the package.
func (d *decoder) name(f Field, written *yaml.Node) value {
	n := target(written)
	v := value{at: d.source.node(written), text: n.Value}
	problem, hint := misnamed(n.Value)
	id := ruleName
	switch f.Type {
	case Package:
		problem, hint = mispackaged(n.Value)
		id = rulePackage
	case Set:
		problem, hint = miscalled(n.Value)
		id = ruleErrorName
	}
	if f.Type != Package && f.Type != Name {
		f = Field{Key: string(f.Of) + " name", Type: Name}
	}
	if d.broken[n] || !d.scalar(f, v.at, n, "!!str") {
		d.broken[n] = true
		return v
	}
	if v.ok = problem == ""; !v.ok {
		d.broken[n] = true
		d.report(id, v.at, f.Key+" "+quote(n.Value)+" "+problem, hint)
	}
	return v
}

// misnamed says what is wrong with the name of an arena or pool, if anything.
func misnamed(name string) (problem, hint string) {
	if !snakeCase.MatchString(name) {
		return "is not in snake_case", "use lower-case letters and digits, a letter first, and single underscores between words"
	}
	return unusable(name), ""
}

// mispackaged says what is wrong with the name of a package, if anything.
func mispackaged(name string) (problem, hint string) {
	switch {
	case !packageCase.MatchString(name):
		return "is not a lower-case Go identifier", "use lower-case letters, digits and underscores, a letter first"
	case name == "main", name == "init", name == "documentation", strings.HasSuffix(name, "_test"):
		return "means something else to the go command", "choose a name that other packages can import"
	}
	return unusable(name), ""
}

// miscalled says what is wrong with the name of an error, if anything.
func miscalled(name string) (problem, hint string) {
	if !camelCase.MatchString(name) {
		return "is not in CamelCase", "use letters and digits, an upper-case letter first"
	}
	for _, of := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
		if strings.HasPrefix(name, of) {
			return "begins as a test does", "choose a name that does not begin with " + of
		}
	}
	return unusable(name), ""
}

// unusable says why Go code cannot use a plain name, if so.
func unusable(name string) (problem string) {
	switch {
	case len(name) > maxName:
		return "is longer than " + decimal(maxName) + " bytes"
	case token.IsKeyword(name):
		return "is a Go keyword"
	case types.Universe.Lookup(name) != nil:
		return "is a predeclared Go identifier"
	}
	return ""
}

// reserved holds what the names of arenas and pools must not become: methods
// of the generated Allocator, whose fields arenas are, other declarations of
// the generated package, and what stands beside the pools in an arena.
var reserved = map[Scope][]string{
	ArenaScope: {"Allocator", "AppendJSON", "AppendLeaks", "CallSite", "CheckCorruption", "Close", "DryRun", "Failure", "New", "Peaks", "PlanHash", "Reclaim", "Recover", "Stats", "Stream", "WriteJSON", "WriteLeaks"},
	PoolScope:  {"Slots", "Total"},
}

// checkNames reports names that cannot stand beside each other, or beside what
// every package has, in generated code.
func checkNames(r *reporter, arenas []*object) {
	claims := claims{reporter: r, owners: map[string]string{}}
	for _, a := range arenas {
		if a.name == "" {
			continue
		}
		claims.reserved(ArenaScope, a)
		claims.claim(a, "arena "+a.name, LowerCamel(a.name), Camel(a.name), Camel(a.name)+"Handle")
		if isCustom(a) {
			claims.claim(a, "the custom pools of arena "+a.name, LowerCamel(a.name+"_customs"))
		}
	}
	for _, a := range arenas {
		names := map[string]bool{}
		for _, p := range a.value("pools").items {
			if p.name == "" {
				continue
			}
			if names[p.name] {
				r.report(ruleTwins, p.at, "the arena has another pool "+p.name, "")
				continue
			}
			names[p.name] = true
			claims.reserved(PoolScope, p)
			if a.name != "" {
				own := a.name + "_" + p.name
				parts := []string{own, own + "_idle", own + "_linear", own + "_tlsf"}
				if p.strategy != nil {
					parts = append(parts, own+"_"+p.strategy.Name)
				}
				for i, part := range parts {
					parts[i] = LowerCamel(part)
				}
				slices.Sort(parts)
				claims.claim(p, "pool "+p.name+" of arena "+a.name, slices.Compact(parts)...)
			}
		}
	}
	checkKindNames(r, arenas)
}

// claims are the generated identifiers, each with the arena or pool that it is
// made for.
type claims struct {
	*reporter
	owners map[string]string
}

// claim takes identifiers for the owner at o, or reports the first that is
// taken.
func (c *claims) claim(o *object, owner string, identifiers ...string) {
	for _, identifier := range identifiers {
		if other, taken := c.owners[identifier]; taken {
			c.report(ruleClash, o.at, owner+" and "+other+" would both be "+identifier+" in Go", "rename one of them")
			return
		}
	}
	for _, identifier := range identifiers {
		c.owners[identifier] = owner
	}
}

func (c *claims) reserved(scope Scope, o *object) {
	if slices.Contains(reserved[scope], Camel(o.name)) {
		c.report(ruleReserved, o.at, string(scope)+" "+o.name+" would be "+Camel(o.name)+" in Go, which the package has already", "choose another name")
	}
}
