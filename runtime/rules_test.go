package vkrt

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sound is a profile file that breaks no rule. The examples edit it.
const sound = `{
  "name": "sound",
  "device_type": "discrete_gpu",
  "api_version": "1.3",
  "heaps": [
    {"size": 1073741824, "flags": ["device_local"]},
    {"size": 4294967296, "flags": []}
  ],
  "types": [
    {"heap": 1, "flags": []},
    {"heap": 0, "flags": ["device_local"]},
    {"heap": 1, "flags": ["host_visible", "host_coherent"]}
  ],
  "limits": {
    "buffer_image_granularity": 1024
  }
}
`

const (
	soundHeaps = `{"size": 1073741824, "flags": ["device_local"]},
    {"size": 4294967296, "flags": []}`
	soundTypes = `{"heap": 1, "flags": []},
    {"heap": 0, "flags": ["device_local"]},
    {"heap": 1, "flags": ["host_visible", "host_coherent"]}`
	soundLimit   = `"buffer_image_granularity": 1024`
	soundVisible = `"host_visible", "host_coherent"]}`
	soundVersion = `"api_version": "1.3"`
)

// malformed has examples for every rule that break it and no other, with the
// message.
var malformed = []struct{ rule, old, new, message string }{
	{"heap_count", soundHeaps, "", "0 heaps, want 1 to 16"},
	{"heap_count", soundHeaps, soundHeaps + strings.Repeat(`, {"size": 1, "flags": []}`, 15), "17 heaps, want 1 to 16"},
	{"heap_size", "4294967296", "0", "heap 1 has 0 bytes"},
	{"type_count", soundTypes, "", "0 memory types, want 1 to 32"},
	{"type_count", soundTypes, strings.Repeat(`{"heap": 1, "flags": []},`, 30) + soundTypes, "33 memory types, want 1 to 32"},
	{"heap_index", `{"heap": 1, "flags": []}`, `{"heap": 2, "flags": []}`, "memory type 0 is in heap 2 of 2"},
	{"heap_index", `{"heap": 1, "flags": []}`, `{"heap": 4294967295, "flags": []}`, "memory type 0 is in heap 4294967295 of 2"},
	{"power_of_two", soundLimit, `"buffer_image_granularity": 0`, "buffer_image_granularity is 0"},
	{"power_of_two", soundLimit, `"buffer_image_granularity": 96`, "buffer_image_granularity is 96"},
	{"power_of_two", soundLimit, `"non_coherent_atom_size": 0`, "non_coherent_atom_size is 0"},
	{"power_of_two", soundLimit, `"non_coherent_atom_size": 24`, "non_coherent_atom_size is 24"},
	{"power_of_two", soundLimit, `"min_memory_map_alignment": 96`, "min_memory_map_alignment is 96"},
	{"power_of_two", soundLimit, `"min_storage_buffer_offset_alignment": 6`, "min_storage_buffer_offset_alignment is 6"},
	{"power_of_two", soundLimit, `"min_uniform_buffer_offset_alignment": 0`, "min_uniform_buffer_offset_alignment is 0"},
	{"power_of_two", soundLimit, `"optimal_buffer_copy_offset_alignment": 0`, "optimal_buffer_copy_offset_alignment is 0"},
	{"guaranteed_limits", soundLimit, `"max_memory_allocation_count": 4095`, "max_memory_allocation_count is 4095, want at least 4096"},
	{"guaranteed_limits", soundLimit, `"max_memory_allocation_size": 1073741823`, "max_memory_allocation_size is 1073741823, want at least 1073741824"},
	{"guaranteed_limits", soundLimit, `"buffer_image_granularity": 262144`, "buffer_image_granularity is 262144, want at most 131072"},
	{"guaranteed_limits", soundLimit, `"non_coherent_atom_size": 512`, "non_coherent_atom_size is 512, want at most 256"},
	{"guaranteed_limits", soundLimit, `"min_memory_map_alignment": 32`, "min_memory_map_alignment is 32, want at least 64"},
	{"guaranteed_limits", soundLimit, `"max_buffer_size": 0`, "max_buffer_size is 0, want at least 1073741824"},
	{"guaranteed_limits", soundLimit, `"min_storage_buffer_offset_alignment": 512`, "min_storage_buffer_offset_alignment is 512, want at most 256"},
	{"guaranteed_limits", soundLimit, `"min_uniform_buffer_offset_alignment": 512`, "min_uniform_buffer_offset_alignment is 512, want at most 256"},
	{"local_type", `    {"heap": 0, "flags": ["device_local"]},` + "\n    {\"heap\": 1", `    {"heap": 1`, "no memory type is device_local"},
	{"local_heap", `{"heap": 1, "flags": []}`, `{"heap": 0, "flags": []}`, "memory type 0 is none, its heap 0 is device_local"},
	{"local_heap", `{"heap": 1, "flags": []}`, `{"heap": 1, "flags": ["device_local"]}`, "memory type 0 is device_local, its heap 1 is none"},
	{"coherent_type", soundVisible, `"host_visible", "host_cached"]}`, "no memory type is host_visible|host_coherent"},
	{"visible_mode", soundTypes, `{"heap": 1, "flags": ["host_visible"]}, ` + strings.Replace(soundTypes, `{"heap": 1, "flags": []},`, "", 1), "memory type 0 is host_visible"},
	{"visible_needed", soundVisible, soundVisible + `, {"heap": 1, "flags": ["host_cached"]}`, "memory type 3 is host_cached"},
	{"visible_needed", soundVisible, soundVisible + `, {"heap": 0, "flags": ["device_local", "host_coherent"]}`, "memory type 3 is device_local|host_coherent"},
	{"visible_barred", soundVisible, `"host_visible", "host_coherent", "protected"]}`, "memory type 2 is host_visible|host_coherent|protected"},
	{"visible_barred", soundVisible, `"host_visible", "host_coherent", "lazily_allocated"]}`, "memory type 2 is host_visible|host_coherent|lazily_allocated"},
	{"uncached_amd", soundVisible, `"host_visible", "host_coherent", "device_uncached_amd"]}`, "memory type 2 is host_visible|host_coherent|device_uncached_amd"},
	{"type_order", soundVisible, soundVisible + `, {"heap": 1, "flags": []}`, "memory type 3 is none, type 1 before it device_local"},
	{"name", `"name": "sound"`, `"name": ""`, "the name is empty"},
	{"api_version", soundVersion, `"api_version": "1"`, `the API version is "1"`},
	{"api_version", soundVersion, `"api_version": "1.3.x"`, `the API version is "1.3.x"`},
	{"api_version", soundVersion, `"api_version": "1.3.2.4"`, `the API version is "1.3.2.4"`},
	{"deviations", soundVersion, `"deviations": ["type_order"]`, "type_order is not a rule that the device may break and does"},
	{"deviations", soundVersion, `"deviations": ["moon_phase"]`, "moon_phase is not a rule that the device may break and does"},
}

func readEdited(t *testing.T, old, new string) Profile {
	t.Helper()
	if strings.Count(sound, old) != 1 {
		t.Fatalf("%q is not there once", old)
	}
	p, err := ReadProfile("edited.json", []byte(strings.Replace(sound, old, new, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestEveryRuleHasAnExampleThatBreaksOnlyIt(t *testing.T) {
	if found := readEdited(t, soundVersion, soundVersion).Verify(); len(found) > 0 {
		t.Fatalf("the sound profile breaks rules: %v", found)
	}
	broken := map[string]bool{}
	for _, c := range malformed {
		p := readEdited(t, c.old, c.new)
		if got, want := p.Verify(), []Violation{{c.rule, c.message}}; !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", c.new, got, want)
		}
		broken[c.rule] = true
	}
	id := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	for _, r := range Rules() {
		if !broken[r.ID] || !id.MatchString(r.ID) || !strings.HasSuffix(r.Title, ".") {
			t.Errorf("rule %q, %q: examples %t", r.ID, r.Title, broken[r.ID])
		}
	}
}

// TestDeviationsExcuse: what a profile states of its device is no violation,
// unless an allocator could not work with it.
func TestDeviationsExcuse(t *testing.T) {
	for _, c := range malformed {
		i := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == c.rule })
		if c.rule == "deviations" {
			continue
		}
		p := readEdited(t, c.old, c.new)
		p.Deviations = []string{c.rule}
		found := p.Verify()
		if excused := len(found) == 0; excused == rules[i].Malformed {
			t.Errorf("%s: stated and found to be %v", c.rule, found)
		}
		p.Deviations = []string{c.rule, c.rule}
		if found := p.Verify(); !slices.Contains(found, Violation{"deviations", c.rule + " is named twice"}) {
			t.Errorf("%s twice: %v", c.rule, found)
		}
	}
}

func TestNewDeviceRefusesOnlyTheMalformed(t *testing.T) {
	for _, c := range malformed {
		i := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == c.rule })
		_, err := NewDevice(readEdited(t, c.old, c.new), quiet())
		if rules[i].Malformed != (err != nil) {
			t.Errorf("%s: %v", c.new, err)
		}
		if err != nil && err.Error() != c.rule+": "+c.message {
			t.Errorf("got %q, want %q", err, c.message)
		}
	}
}

// quiet returns functions that do nothing.
func quiet() Functions {
	return Functions{
		AllocateMemory:   func(AllocateInfo) (Memory, Result) { return 1, Success },
		FreeMemory:       func(Memory) {},
		MapMemory:        func(_ Memory, size uint64) ([]byte, Result) { return make([]byte, size), Success },
		UnmapMemory:      func(Memory) {},
		FlushMemory:      func(Memory, uint64, uint64) Result { return Success },
		InvalidateMemory: func(Memory, uint64, uint64) Result { return Success },

		CreateBuffer:       func(BufferInfo) (Buffer, Result) { return 1, Success },
		DestroyBuffer:      func(Buffer) {},
		BufferRequirements: func(Buffer) Requirements { return Requirements{Size: 64, Alignment: 16, TypeBits: 1} },
		BindBuffer:         func(Buffer, Memory, uint64) Result { return Success },
		CreateImage:        func(ImageInfo) (Image, Result) { return 1, Success },
		DestroyImage:       func(Image) {},
		ImageRequirements:  func(Image) Requirements { return Requirements{Size: 64, Alignment: 16, TypeBits: 1} },
		BindImage:          func(Image, Memory, uint64) Result { return Success },
	}
}
