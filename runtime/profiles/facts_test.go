package profiles

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// facts is what a file of collected device facts says, in its own words.
type facts struct {
	Name, Vendor, DeviceType, APIVersion, Driver string
	Complete                                     bool
	Heaps                                        []struct {
		Size  uint64
		Flags []string
	}
	Types []struct {
		Heap  uint32
		Flags []string
	}
	Limits struct {
		MaxMemoryAllocationCount, MaxMemoryAllocationSize, BufferImageGranularity,
		NonCoherentAtomSize, MinMemoryMapAlignment, MaxBufferSize, MinStorageBufferOffsetAlignment,
		MinUniformBufferOffsetAlignment, OptimalBufferCopyOffsetAlignment,
		SparseAddressSpaceSize *uint64 // nil if unknown
	}
}

// TestProfilesStateCollectedFacts compares each profile, fact by fact, with the
// file of facts about the same device, where such files lie beside the project.
func TestProfilesStateCollectedFacts(t *testing.T) {
	paths, err := filepath.Glob("../../../shared/devices/*.json")
	if err != nil || len(paths) == 0 {
		t.Log("no collected facts beside the project: the profiles stand alone")
		return
	}
	unmatched := map[string]vkrt.Profile{}
	for name, p := range All() {
		unmatched[name] = p
	}
	for _, path := range paths {
		want := readFacts(t, path)
		matched := ""
		for name, p := range unmatched {
			if want.same(p) {
				matched = name
			}
		}
		if matched == "" {
			t.Errorf("no profile states the facts of %s", path)
		}
		delete(unmatched, matched)
	}
	for name := range unmatched {
		t.Errorf("no file has the facts of %s", name)
	}
}

func readFacts(t *testing.T, path string) (f facts) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	dec := json.NewDecoder(file)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return f
}

var version = regexp.MustCompile(`\d+\.\d+(\.\d+)?`)

// same reports whether a profile states every fact, and guesses none. The
// address space of sparse resources is no matter of memory allocation.
func (f facts) same(p vkrt.Profile) bool {
	var heaps []vkrt.Heap
	for _, h := range f.Heaps {
		flags, ok := vkrt.ParseHeapFlags(words(h.Flags))
		heaps = append(heaps, vkrt.Heap{Size: h.Size, Flags: flags})
		if !ok {
			return false
		}
	}
	var types []vkrt.Type
	for _, h := range f.Types {
		flags, ok := vkrt.ParseMemoryFlags(words(h.Flags))
		types = append(types, vkrt.Type{Heap: h.Heap, Flags: flags})
		if !ok {
			return false
		}
	}
	l, want := p.Limits, vkrt.GuaranteedLimits()
	count := uint64(want.MaxMemoryAllocationCount)
	for _, limit := range []struct{ to, from *uint64 }{
		{&count, f.Limits.MaxMemoryAllocationCount},
		{&want.MaxMemoryAllocationSize, f.Limits.MaxMemoryAllocationSize},
		{&want.BufferImageGranularity, f.Limits.BufferImageGranularity},
		{&want.NonCoherentAtomSize, f.Limits.NonCoherentAtomSize},
		{&want.MinMemoryMapAlignment, f.Limits.MinMemoryMapAlignment},
		{&want.MaxBufferSize, f.Limits.MaxBufferSize},
		{&want.MinStorageBufferOffsetAlignment, f.Limits.MinStorageBufferOffsetAlignment},
		{&want.MinUniformBufferOffsetAlignment, f.Limits.MinUniformBufferOffsetAlignment},
		{&want.OptimalBufferCopyOffsetAlignment, f.Limits.OptimalBufferCopyOffsetAlignment},
	} {
		if limit.from != nil {
			*limit.to = *limit.from
		}
	}
	want.MaxMemoryAllocationCount = uint32(count)
	return p.Name == f.Name && p.Vendor == f.Vendor && p.Driver == f.Driver && !p.MemoryBudget &&
		strings.EqualFold(p.DeviceType.String(), f.DeviceType) &&
		p.APIVersion == version.FindString(f.APIVersion) &&
		slices.Equal(p.Heaps, heaps) && slices.Equal(p.Types, types) && l == want
}

// words spells a list of flags as one text.
func words(flags []string) string {
	if len(flags) == 0 {
		return "none"
	}
	return strings.ToLower(strings.Join(flags, "|"))
}
