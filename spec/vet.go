package spec

import (
	"fmt"

	"gopkg.in/yaml.v3"
)

const (
	maxDepth    = 64     // levels of collections and aliases
	maxExpanded = 10_000 // nodes that all aliases of a file stand for
)

var tooDeep = fmt.Sprintf("the file nests more than %d levels deep", maxDepth)

// A vetter looks for the YAML that specs do without: keys given twice, merge
// keys, tags, and aliases that stand for more than a reader could follow.
type vetter struct {
	*reporter
	expanded  int
	open      map[*yaml.Node]bool // collections being visited
	broken    map[*yaml.Node]bool // nodes reported already
	unbounded bool
}

// vet reports YAML that specs do without, and takes repeated keys out of the
// tree. It returns the nodes that later passes must not judge
// again, and whether the tree is small enough to be walked at all.
func vet(r *reporter, root *yaml.Node) (broken map[*yaml.Node]bool, bounded bool) {
	v := vetter{reporter: r, open: map[*yaml.Node]bool{}, broken: map[*yaml.Node]bool{}}
	v.visit(root, 0, nil)
	return v.broken, !v.unbounded
}

// visit vets a node and what is below it. alias is the first alias on the way
// from the root, nil if there is none.
func (v *vetter) visit(n *yaml.Node, depth int, alias *yaml.Node) {
	if alias != nil {
		v.expanded++
	} else if n.Kind == yaml.AliasNode {
		alias = n
	}
	switch {
	case v.unbounded:
		return
	case depth > maxDepth:
		v.stop(ruleDepth, n, tooDeep)
		return
	case v.expanded > maxExpanded:
		v.stop(ruleAlias, alias, fmt.Sprintf("the aliases of the file stand for more than %d values", maxExpanded))
		return
	case v.open[target(n)]:
		v.stop(ruleAlias, n, "alias "+quote(n.Value)+" stands for a value that contains it")
		return
	case n.Kind == yaml.AliasNode:
		v.visit(n.Alias, depth+1, alias)
		return
	}
	if n.Style&yaml.TaggedStyle != 0 {
		v.broken[n] = true
		v.report(ruleTag, v.source.tag(n), "tag "+quote(n.Tag)+" is not part of the language", "remove the tag")
	}
	if n.Kind == yaml.MappingNode {
		v.keys(n)
	}
	v.open[n] = true
	for _, child := range n.Content {
		v.visit(child, depth+1, alias)
	}
	delete(v.open, n)
}

func (v *vetter) stop(rule string, n *yaml.Node, message string) {
	v.unbounded = true
	v.report(rule, v.source.node(n), message, "")
}

// keys reports merge keys, and takes the pairs out of a mapping whose key was
// there before.
func (v *vetter) keys(mapping *yaml.Node) {
	first := map[string]*yaml.Node{}
	var pairs []*yaml.Node
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		written, key := mapping.Content[i], target(mapping.Content[i])
		if isMerge(key) {
			v.report(ruleMerge, v.source.node(written), "merge keys are not part of the language",
				"write the keys out, or repeat a whole value with an alias")
		} else if key.Kind == yaml.ScalarNode {
			if before := first[key.Value]; before != nil {
				v.report(ruleDuplicate, v.source.node(written), "key "+quote(key.Value)+" is given twice",
					fmt.Sprintf("it is first given in line %d", before.Line))
				continue
			}
			first[key.Value] = written
		}
		pairs = append(pairs, written, mapping.Content[i+1])
	}
	mapping.Content = pairs
}

// isMerge reports whether a key is a merge key.
func isMerge(key *yaml.Node) bool { return key.Kind == yaml.ScalarNode && key.Tag == "!!merge" }

// target returns the node that an alias stands for, and other nodes as they
// are.
func target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}
