package vkrt

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestReadProfile(t *testing.T) {
	src := `{
  "name": "caf\u00e9", "vendor": "V", "device_type": "cpu", "api_version": "1.1.2", "driver": "7",
  "memory_budget": true, "deviations": ["type_order", "name"],
  "heaps": [{"flags": ["multi_instance", "0x8"], "size": 18446744073709551615}],
  "types": [{"heap": 4294967295, "flags": ["rdma_capable_nv", "device_local", "0x200"]}],
  "limits": {"max_memory_allocation_count": 4294967295, "max_buffer_size": null}
}`
	want := Profile{
		Name: "café", Vendor: "V", DeviceType: CPU, APIVersion: "1.1.2", Driver: "7",
		MemoryBudget: true, Deviations: []string{"type_order", "name"},
		Heaps: []Heap{{1<<64 - 1, HeapMultiInstance | 8}},
		Types: []Type{{DeviceLocal | RDMACapableNV | 0x200, 1<<32 - 1}},
		Limits: Limits{
			MaxMemoryAllocationCount:         1<<32 - 1,
			MaxMemoryAllocationSize:          1 << 30,
			BufferImageGranularity:           131072,
			NonCoherentAtomSize:              256,
			MinMemoryMapAlignment:            64,
			MaxBufferSize:                    1 << 30,
			MinStorageBufferOffsetAlignment:  256,
			MinUniformBufferOffsetAlignment:  256,
			OptimalBufferCopyOffsetAlignment: 1,
		},
	}
	got, err := ReadProfile("p.json", []byte(src))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("got %+v, %v\nwant %+v", got, err, want)
	}
	again, err := ReadProfile("p.json", got.Append(nil))
	if err != nil || !reflect.DeepEqual(again, want) {
		t.Fatalf("after writing, got %+v, %v\nwant %+v", again, err, want)
	}
}

func TestAppendIsCanonical(t *testing.T) {
	p, err := ReadProfile("sound.json", []byte(sound))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(p.Append([]byte("before "))); got != "before "+sound {
		t.Errorf("got\n%s", got)
	}
}

// TestLimitsHaveARowEach writes and reads a different number in each field.
func TestLimitsHaveARowEach(t *testing.T) {
	var l Limits
	fields := reflect.ValueOf(&l).Elem()
	for i := range fields.NumField() {
		fields.Field(i).SetUint(uint64(1000 + i))
	}
	p := Profile{Name: "n", Heaps: []Heap{{1, 0}}, Types: []Type{{0, 0}}, Limits: l}
	got, err := ReadProfile("l.json", p.Append(nil))
	if err != nil || got.Limits != l {
		t.Errorf("got %+v, %v\nwant %+v", got.Limits, err, l)
	}
	if fields.NumField() != len(limits) {
		t.Errorf("%d rows for %d fields", len(limits), fields.NumField())
	}
}

func TestReadProfileReportsEveryProblem(t *testing.T) {
	src := `{
  "name": 7, "nmae": {"a": [1, {"b": 2}]},
  "device_type": "gpu",
  "memory_budget": "yes",
  "heaps": [{"size": 1.5, "flags": ["device_local", "device_local"]}, []],
  "types": [{"heap": 4294967296, "flags": ["fast"], "flags": null}, {"flags": 1}],
  "limits": {"max_buffer_size": -1, "max_buffer_size": 1, "speed": null},
  "driver": null, "driver": "x", "deviations": [[true]]
}`
	lines := []string{
		`p.json:2:11: a number, want a string`,
		`p.json:2:14: unknown key "nmae"`,
		`p.json:3:18: unknown device type "gpu", want one of other, integrated_gpu, discrete_gpu, virtual_gpu, cpu`,
		`p.json:4:20: a string, want true or false`,
		`p.json:5:22: 1.5 is not a whole number from 0 to 18446744073709551615`,
		`p.json:5:53: flag "device_local" is there twice`,
		`p.json:5:71: a list, want an object`,
		`p.json:6:22: 4294967296 is not a whole number from 0 to 4294967295`,
		`p.json:6:44: unknown flag "fast", want one of device_local, host_visible, host_coherent, host_cached, lazily_allocated, protected, device_coherent_amd, device_uncached_amd, rdma_capable_nv`,
		`p.json:6:53: key "flags" is there twice`,
		`p.json:6:69: key "heap" is missing`,
		`p.json:6:79: a number, want a list`,
		`p.json:7:33: -1 is not a whole number from 0 to 18446744073709551615`,
		`p.json:7:37: key "max_buffer_size" is there twice`,
		`p.json:7:59: unknown key "speed"`,
		`p.json:8:13: null, want a string`,
		`p.json:8:19: key "driver" is there twice`,
		`p.json:8:49: a list, want a string`,
	}
	p, err := ReadProfile("p.json", []byte(src))
	var all *ProfileError
	if !errors.As(err, &all) || len(all.Problems) != len(lines) || p.Name != "" {
		t.Fatalf("got %v", err)
	}
	for i, line := range strings.Split(err.Error(), "\n") {
		if line != lines[i] {
			t.Errorf("got  %s\nwant %s", line, lines[i])
		}
	}
}

func TestReadProfileRefuses(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", "p.json:1:1: unexpected end of JSON input"},
		{"{\n", "p.json:2:1: unexpected end of JSON input"},
		{"{}", "p.json:1:1: key \"name\" is missing\np.json:1:1: key \"device_type\" is missing\n" +
			"p.json:1:1: key \"heaps\" is missing\np.json:1:1: key \"types\" is missing"},
		{"[]", "p.json:1:1: a list, want an object"},
		{sound + "x", "p.json:18:1: invalid character 'x' after top-level value"},
		{sound + "{}", "p.json:18:1: invalid character '{' after top-level value"},
		{"{\n  \"name\": 'x'}", "p.json:2:11: invalid character '\\'' looking for beginning of value"},
		{"{\"name\": \"x\",}", "p.json:1:14: invalid character '}' looking for beginning of object key string"},
		{"{\"name\": \"\xff\"}", "p.json:1:11: not UTF-8"},
		{strings.Repeat(" ", MaxProfile+1), "p.json:1:1048577: longer than 1048576 bytes"},
		{strings.Repeat("[", 20000), "p.json:1:10001: invalid character '[' exceeded max depth"},
		{strings.Replace(sound, `"discrete_gpu"`, `""`, 1), `p.json:3:18: unknown device type "", want one of other, integrated_gpu, discrete_gpu, virtual_gpu, cpu`},
		{strings.Replace(sound, "1073741824", "1e9", 1), "p.json:6:14: 1e9 is not a whole number from 0 to 18446744073709551615"},
		{strings.Replace(sound, "1073741824", "18446744073709551616", 1), "p.json:6:14: 18446744073709551616 is not a whole number from 0 to 18446744073709551615"},
		{strings.Replace(sound, soundVisible, `"0x2"]}`, 1), `p.json:12:27: unknown flag "0x2", want one of ` + strings.Join(memoryWords, ", ")},
		{strings.Replace(sound, soundVisible, `"0x600"]}`, 1), `p.json:12:27: unknown flag "0x600", want one of ` + strings.Join(memoryWords, ", ")},
		{strings.Replace(sound, soundLimit, `"max_memory_allocation_count": 4294967296`, 1), "p.json:15:36: 4294967296 is not a whole number from 0 to 4294967295"},
	} {
		if _, err := ReadProfile("p.json", []byte(c.src)); err == nil || err.Error() != c.want {
			t.Errorf("%.60q: got %v\nwant %s", c.src, err, c.want)
		}
	}
}

// FuzzReadProfile: no bytes make it panic, and what it reads it reads again
// after writing.
func FuzzReadProfile(f *testing.F) {
	f.Add([]byte(sound))
	for _, c := range malformed {
		f.Add([]byte(strings.Replace(sound, c.old, c.new, 1)))
	}
	f.Add([]byte(`{"name": {"a": [}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := ReadProfile("f.json", src)
		if err != nil {
			return
		}
		p.Verify()
		again, err := ReadProfile("f.json", p.Append(nil))
		if err != nil || !reflect.DeepEqual(again, p) {
			t.Errorf("got %+v, %v\nwant %+v", again, err, p)
		}
	})
}
