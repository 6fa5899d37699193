package spec

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/allocgen/allocgen/spec/size"
)

// A schema is a JSON Schema. encoding/json writes its keys in order.
type schema map[string]any

// Schema returns the language as a JSON Schema (2020-12), indented, the same
// bytes each time. It says what fields say; the rules that look at several
// values at once are beyond it.
func Schema() []byte {
	root := mappingOf(FileScope)
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "allocgen spec"
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil {
		panic(err) // maps of strings and numbers always encode
	}
	return b.Bytes()
}

// mappingOf returns the schema of a mapping with the keys of the scopes.
func mappingOf(scopes ...Scope) schema {
	properties, required := schema{}, []string{}
	for _, f := range fieldsOf(scopes...) {
		properties[f.Key] = f.schema()
		if f.Required && f.Target == "" && f.RequiredOn == "" {
			required = append(required, f.Key)
		}
	}
	return schema{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// entryOf returns the schema of an entry of a Mapping or Sequence. A pool is
// one of its kinds.
func entryOf(scope Scope) schema {
	if scope != PoolScope {
		return mappingOf(scope)
	}
	var of []schema
	for _, kind := range kinds() {
		pool := mappingOf(PoolScope, kind)
		word := pool["properties"].(schema)["kind"].(schema)
		if kind == StrategyScope { // which has parameters of its own
			word["pattern"] = strategyPattern
			pool["additionalProperties"] = schema{"type": []string{"integer", "string", "boolean"}}
		} else {
			word["enum"] = []Scope{kind}
		}
		of = append(of, pool)
	}
	return schema{"oneOf": of}
}

// schema returns the schema of the field's value.
func (f Field) schema() schema {
	s := f.shape()
	s["description"] = f.Doc
	switch {
	case f.Default == "", f.OnVulkan != "":
	case f.Type == Boolean, f.Type == Count, f.Type == Size:
		s["default"] = json.RawMessage(f.Default)
	default:
		s["default"] = f.Default
	}
	return s
}

func (f Field) shape() schema {
	switch f.Type {
	case PoolKind:
		return schema{"type": "string"}
	case Count:
		return schema{"type": "integer", "minimum": f.Min, "maximum": f.Max}
	case Size:
		number := schema{"type": "integer", "minimum": f.Min, "maximum": f.Max}
		if f.Power {
			number = schema{"enum": powers(f.Min, f.Max)}
		}
		return schema{"anyOf": []schema{number, {"type": "string", "pattern": size.Pattern}}}
	case Word:
		return schema{"type": "string", "enum": f.Enum}
	case Name:
		return nameSchema(snakePattern)
	case Package:
		return nameSchema(packagePattern)
	case Boolean:
		return schema{"type": "boolean"}
	case Mapping:
		return schema{"type": "object", "minProperties": f.Min, "maxProperties": f.Max,
			"propertyNames": nameSchema(snakePattern), "additionalProperties": entryOf(f.Of)}
	case Sequence:
		return schema{"type": "array", "minItems": f.Min, "maxItems": f.Max, "items": entryOf(f.Of)}
	case Set:
		set := mappingOf(SetScope)
		set["minProperties"], set["maxProperties"] = f.Min, f.Max
		set["additionalProperties"] = entryOf(f.Of)
		set["propertyNames"] = schema{"anyOf": []schema{nameSchema(camelPattern), {"enum": keysOf(SetScope)}}}
		return set
	case Object:
		return mappingOf(f.Of)
	case Flags:
		return schema{"type": "array", "minItems": f.Min, "maxItems": f.Max, "uniqueItems": true,
			"items": schema{"type": "string", "enum": f.Enum}}
	case Words:
		word := schema{"type": "string", "enum": f.Enum}
		return schema{"anyOf": []schema{word, {"type": "array", "minItems": f.Min, "maxItems": f.Max, "uniqueItems": true, "items": word}}}
	case Choice:
		return f.choices()
	case Cases:
		var cases []string
		for _, r := range references() {
			cases = append(cases, r.String())
		}
		return schema{"type": "array", "minItems": f.Min, "maxItems": f.Max, "items": schema{"type": "string", "enum": cases}}
	case Message:
		return schema{"type": "string", "minLength": f.Min, "maxLength": f.Max, "pattern": messagePattern()}
	case Path:
		return schema{"type": "string", "minLength": f.Min, "maxLength": f.Max, "pattern": pathPattern}
	}
	panic(fmt.Sprintf("field %s has the unknown type %q", f.Key, f.Type))
}

// choices returns the schema of a Choice: a word that needs no key, or a word
// with its keys.
func (f Field) choices() schema {
	var alone []string
	of := []schema{{}}
	for _, word := range f.Enum {
		keys := mappingOf(f.scope(word))
		if len(keys["required"].([]string)) == 0 {
			alone = append(alone, word)
		}
		if len(keys["properties"].(schema)) > 0 {
			of = append(of, schema{"type": "object", "properties": schema{word: keys}, "required": []string{word}, "additionalProperties": false})
		}
	}
	of[0] = schema{"type": "string", "enum": alone}
	return schema{"anyOf": of}
}

func nameSchema(pattern string) schema {
	return schema{"type": "string", "pattern": pattern, "maxLength": maxName}
}

// powers returns the powers of two from first to last.
func powers(first, last uint64) []uint64 {
	var all []uint64
	for n := first; n <= last; n *= 2 {
		all = append(all, n)
	}
	return all
}
