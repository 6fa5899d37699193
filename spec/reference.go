package spec

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Reference returns the documentation of the language in Markdown: every key
// and every rule, the same bytes each time.
func Reference() []byte {
	b := []byte("# The allocgen language\n\nA spec is one YAML file. Sizes are bytes, or a number and a binary unit from B to EiB.\n")
	var scope Scope
	for _, f := range fields {
		if f.Scope != scope {
			scope = f.Scope
			b = fmt.Appendf(b, "\n## Keys of %s\n", heading(scope))
		}
		b = fmt.Appendf(b, "\n### %s\n\n", f.Key)
		b = append(b, f.Reference()...)
	}
	b = append(b, "\n# Rules\n\nA diagnostic names the rule that is broken. Warnings leave the spec usable.\n"...)
	for _, r := range rules {
		b = append(b, "\n## "...)
		b = append(b, r.Reference()...)
	}
	return b
}

// Reference returns what the reference says of the key, below its heading.
func (f Field) Reference() string { return fmt.Sprintf("%s\n\n%s\n", f.Doc, f.facts()) }

// Reference returns what the reference says of the rule, and the example.
func (r Rule) Reference() string {
	return fmt.Sprintf("%s: %s\n\n%s %s\n\n%s\n", r.ID, r.Title, severities[r.Severity], r.Why, example(r.Example))
}

var severities = map[Severity]string{Error: "Error.", Warning: "Warning."}

// heading names a scope in a heading.
func heading(scope Scope) string {
	switch scope {
	case FileScope:
		return "the file"
	case ArenaScope:
		return "an arena"
	case MemoryScope:
		return "the memory of an arena"
	case BufferScope:
		return "the buffers of an arena"
	case PoolScope:
		return "every pool"
	case SetScope:
		return "errors, beside the errors themselves"
	case ErrorScope:
		return "an error"
	}
	if scope == StrategyScope {
		return "a pool whose kind is the path of a strategy, beside those for the strategy's parameters"
	}
	if slices.Contains(kinds(), scope) {
		return "a pool of kind " + string(scope)
	}
	return "the " + string(scope)
}

// facts returns a list of what can be said of a field beside its doc.
func (f Field) facts() string {
	facts := []string{"Type: " + f.wants()}
	if f.Target != "" {
		facts = append(facts, "Only for target: "+string(f.Target))
	}
	if f.Type == Flags {
		facts = append(facts, "Words: "+strings.Join(f.Enum, ", "))
	}
	if f.Idle != "" {
		facts = append(facts, "Does nothing: "+f.Idle)
	}
	switch f.Type {
	case Mapping, Sequence, Set, Cases, Flags, Words:
		facts = append(facts, fmt.Sprintf("Entries: %d to %d", f.Min, f.Max))
	case Message, Path:
		facts = append(facts, fmt.Sprintf("Length: %d to %d characters", f.Min, f.Max))
	case Count, Size:
		bounds := fmt.Sprintf("Bounds: %s to %s", f.amount(f.Min), f.amount(f.Max))
		if f.Unit != "" {
			bounds += " " + f.Unit
		}
		if f.Power {
			bounds += ", a power of two"
		}
		facts = append(facts, bounds)
	}
	switch {
	case f.RequiredOn != "" && f.OnVulkan != "":
		facts = append(facts, "Required for target "+string(f.RequiredOn)+"; for target vulkan the default is "+f.OnVulkan)
	case f.RequiredOn != "":
		facts = append(facts, "Required for target "+string(f.RequiredOn))
	case f.Required:
		facts = append(facts, "Required")
	case f.OnVulkan != "":
		facts = append(facts, "Default: "+f.Default+"; for target vulkan "+f.OnVulkan)
	case f.Default != "":
		facts = append(facts, "Default: "+f.Default)
	case f.Type == Count, f.Type == Size:
		facts = append(facts, "Default: no limit")
	default:
		facts = append(facts, "Optional")
	}
	return "- " + strings.Join(facts, "\n- ")
}

// example returns a spec as a code block. Bytes that Markdown cannot hold are
// shown as Go escapes; a spec too long to read is only described.
func example(spec string) string {
	const longest = 2000
	if len(spec) > longest {
		return fmt.Sprintf("Example: a file of %d bytes.", len(spec))
	}
	plain := func(r rune) bool { return r == '\n' || r >= ' ' && r != utf8.RuneError }
	if strings.ContainsFunc(spec, func(r rune) bool { return !plain(r) }) {
		quoted := fmt.Sprintf("%q", spec)
		spec = strings.ReplaceAll(quoted[1:len(quoted)-1], `\n`, "\n")
		spec = strings.ReplaceAll(spec, `\"`, `"`)
	}
	return "```yaml\n" + strings.TrimSuffix(spec, "\n") + "\n```"
}
