package docs

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/allocgen/allocgen/runtime/profiles"
	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/templates"
)

// TestSpecs compiles every spec that a page shows. A piece of one takes the place
// of what the spec before it has there, or of what any spec has.
func TestSpecs(t *testing.T) {
	for _, p := range pages(t) {
		whole := anySpec
		for _, b := range p.blocks {
			if b.info != "yaml" {
				continue
			}
			text := b.text
			if b.isSpec() {
				whole = text
			} else {
				var err error
				if text, err = replacing(whole, text); err != nil {
					t.Errorf("%s:%d: %v", p.path, b.line, err)
					continue
				}
			}
			if err := compiles(text); err != nil {
				t.Errorf("%s:%d: %v", p.path, b.line, err)
			}
		}
	}
}

// anySpec is what pieces are a part of on a page without a spec.
const anySpec = `version: 1
package: pool
target: host
arenas:
  host:
    pools:
      - {name: all, kind: direct}
`

// compiles returns why a spec cannot be generated from. Warnings count.
func compiles(text string) error {
	plan, found := spec.CompileWith("allocgen.yaml", []byte(text), spec.Files{Read: readFile, List: listFiles})
	if len(found) > 0 {
		return fmt.Errorf("%v\n%s", found, text)
	}
	_, err := templates.Emit(plan)
	return err
}

// readFile is how specs of pages read other files: a profile is that of an H200,
// and ./buddy is the strategy of the example, with a parameter more.
func readFile(path string) ([]byte, error) {
	if strings.HasSuffix(path, ".json") {
		p, _ := profiles.ByName("nvidia_h200")
		return p.Append(nil), nil
	}
	text, err := fs.ReadFile(example, path)
	first := []byte("const (\n")
	return bytes.Replace(text, first, append(first, "\tmostSteps = 16 //allocgen:param\n"...), 1), err
}

func listFiles(dir string) (names []string, err error) {
	entries, err := fs.ReadDir(example, dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

// example is where the strategies of specs are.
var example = os.DirFS(root + "/examples/strategy/mem")

// replacing returns a spec with a piece in its place: keys of the file, or pools
// of the first arena, or a list of these.
func replacing(whole, piece string) (string, error) {
	var file, part yaml.Node
	if err := yaml.Unmarshal([]byte(whole), &file); err != nil {
		return "", err
	}
	if err := yaml.Unmarshal([]byte(piece), &part); err != nil {
		return "", err
	}
	top, found := file.Content[0], part.Content[0]
	arena := lookUp(lookUp(top, "arenas"), "")
	switch {
	case found.Kind == yaml.SequenceNode:
		*lookUp(arena, "pools") = *found
	case lookUp(found, "pools") != nil:
		*lookUp(arena, "pools") = *lookUp(found, "pools")
	default:
		for i := 0; i < len(found.Content); i += 2 {
			if there := lookUp(top, found.Content[i].Value); there != nil {
				*there = *found.Content[i+1]
			} else {
				top.Content = append(top.Content, found.Content[i:i+2]...)
			}
		}
	}
	text, err := yaml.Marshal(&file)
	return string(text), err
}

// lookUp returns the value of a key of a mapping, of the first for "", or nil.
func lookUp(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i < len(mapping.Content); i += 2 {
		if key == "" || mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}
