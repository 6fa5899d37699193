// Package profiles has the profiles of 24 real devices: what Vulkan programs
// run on, for tests and for specs that pin a device. Where a fact of a device
// is not known, its profile says nothing and what Vulkan guarantees holds.
package profiles

import (
	"embed"
	"fmt"
	"iter"
	"strings"

	vkrt "github.com/allocgen/allocgen/runtime"
)

//go:embed *.json
var files embed.FS

const extension = ".json"

// All returns every profile by its name, which is that of its file without
// ".json", in the order of the names.
func All() iter.Seq2[string, vkrt.Profile] {
	return func(yield func(string, vkrt.Profile) bool) {
		entries, err := files.ReadDir(".")
		if err != nil {
			panic(err) // the directory is embedded
		}
		for _, entry := range entries {
			name := strings.TrimSuffix(entry.Name(), extension)
			p, _ := ByName(name)
			if !yield(name, p) {
				return
			}
		}
	}
}

// ByName returns a profile by its name, such as "nvidia_h200", and whether
// there is one.
func ByName(name string) (p vkrt.Profile, ok bool) {
	src, err := files.ReadFile(name + extension)
	if err != nil {
		return vkrt.Profile{}, false
	}
	p, err = vkrt.ReadProfile(name+extension, src)
	if err != nil {
		panic(fmt.Sprintf("an embedded profile is wrong: %v", err)) // a test reads every one
	}
	return p, true
}
