package snapshot

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestReadVersions(t *testing.T) {
	for path, want := range map[string][]Pool{
		"testdata/vma3.json": {
			{"default", 1, []Block{
				{Number: 2, Bytes: 32768, Regions: []Region{{0, 768, "BUFFER", "", "0x7f00"}, {1000, 256, "IMAGE_OPTIMAL", `a "quoted" name`, ""}}},
				{Number: 10, Bytes: 1024, Regions: []Region{}},
				{Number: 0, Bytes: 560, Dedicated: true, Regions: []Region{{0, 560, "BUFFER", "", ""}}},
			}},
			{"0 - frames", 0, []Block{{Number: 0, Bytes: 256, Regions: []Region{}}}},
			{"1", 0, nil},
		},
		"testdata/vma2.json": {
			{"default", 3, []Block{
				{Number: 0, Bytes: 8192, Regions: []Region{{0, 64, "BUFFER", "", ""}}},
				{Number: 0, Bytes: 4096, Dedicated: true, Regions: []Region{{0, 4096, "UNKNOWN", "staging", ""}}},
			}},
			{"ring", 1, []Block{{Number: 0, Bytes: 128, Regions: []Region{{0, 128, "IMAGE_LINEAR", "", ""}}}}},
			{"custom 6", 1, nil},
		},
	} {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		s, err := Read(file)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		} else if !reflect.DeepEqual(s.Pools, want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", path, s.Pools, want)
		}
	}
}

// TestReadLists: before blocks and pools had numbers they were lists.
func TestReadLists(t *testing.T) {
	s := read(t, `{"Pools": [{"MemoryTypeIndex": 2, "Blocks": [{"TotalBytes": 8}, {"TotalBytes": 9}]}]}`)
	want := []Pool{{"custom", 2, []Block{{Number: 0, Bytes: 8, Regions: []Region{}}, {Number: 1, Bytes: 9, Regions: []Region{}}}}}
	if !reflect.DeepEqual(s.Pools, want) {
		t.Errorf("got %+v, want %+v", s.Pools, want)
	}
}

func TestReadVirtualBlock(t *testing.T) {
	s := read(t, `{"Stats": {"BlockCount": 1}, "Details": {"TotalBytes": 64, "UnusedBytes": 48, "Suballocations": [
		{"Offset": 48, "Size": 16, "CustomData": "0x2"}, {"Offset": 0, "Type": "FREE", "Size": 48}]}}`)
	want := []Pool{{"virtual block", 0, []Block{{Bytes: 64, Regions: []Region{{48, 16, "UNKNOWN", "", "0x2"}}}}}}
	if !reflect.DeepEqual(s.Pools, want) {
		t.Errorf("got %+v, want %+v", s.Pools, want)
	}
}

// TestReadDedicated: a dedicated allocation is its block, wherever it says that it
// lies.
func TestReadDedicated(t *testing.T) {
	s := read(t, `{"DedicatedAllocations": {"Type 1": [{"Size": 4, "Offset": 2}]}}`)
	want := []Pool{{"default", 1, []Block{{Bytes: 4, Dedicated: true, Regions: []Region{{0, 4, "UNKNOWN", "", ""}}}}}}
	if !reflect.DeepEqual(s.Pools, want) {
		t.Errorf("got %+v, want %+v", s.Pools, want)
	}
}

func TestUsage(t *testing.T) {
	text, err := os.ReadFile("testdata/vma3.json")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := read(t, string(text)).Usage(), (Usage{Blocks: 4, Regions: 3, Reserved: 34608, InUse: 1584}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func read(t *testing.T, text string) *Snapshot {
	t.Helper()
	s, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReadErrors(t *testing.T) {
	block := func(inside string) string {
		return "{\"DefaultPools\": {\"Type 0\": {\"Blocks\": {\"0\": {\n" + inside + "}}}}}"
	}
	for _, c := range []struct{ text, want string }{
		{"", "1:1: the file ends within a value"},
		{"[]", "1:1: a list, want an object"},
		{"{}", "1:1: there is no map of blocks in it"},
		{"{\"DefaultPools\": {}}\n{}", "2:1: something follows the dump"},
		{"{\n\"DefaultPools\": {\"Typ 0\": {}}}", `2:18: "Typ 0" is not a memory type, want "Type 0"`},
		{`{"DefaultPools": {"Type 4294967296": {}}}`, `1:19: "Type 4294967296" is not a memory type`},
		{`{"DefaultPools": {"Type 0": {"Blocks": {"x": {}}}}}`, `1:41: "x" is not the number of a block`},
		{`{"DefaultPools": {"Type 0": {"Blocks": {"1": {"TotalBytes": 1}, "1": {}}}}}`, `1:65: block 1 is there twice`},
		{`{"Pools": {"1": {"MemoryTypeIndex": 4294967296}}}`, "1:37: 4294967296 is not a memory type"},
		{`{"DedicatedAllocations": {"Type 0": [{"Size": 0}]}}`, "1:38: a dedicated allocation has no Size"},
		{block(`"TotalBytes": 0`), "2:1: block 0 has no TotalBytes"},
		{block(`"TotalBytes": -1`), "2:15: -1 is not a whole number of 64 bits"},
		{block(`"TotalBytes": "8"`), "2:15: string, want a number"},
		{block(`"TotalBytes": true`), "2:15: bool, want a number"},
		{block(`"TotalBytes": {}`), "2:15: an object, want a number"},
		{block(`"Suballocations": null`), "2:19: null, want a list"},
		{block(`"TotalBytes": 8,` + "\n" + `"Suballocations": [{"Offset": 1, "Size": 8}]`), "3:20: a region ends behind its block of 8 bytes"},
		{block(`"TotalBytes": 8, "Suballocations": [{"Offset": 18446744073709551615, "Size": 8}]`), "2:37: a region ends behind"},
		{block(`"TotalBytes": 8, "Suballocations": [{"Offset": 1, "Size": 0}]`), "2:37: a region has size 0"},
		{block(`"TotalBytes": 8, "Suballocations": [{"Offset": 2, "Size": 2},` + "\n" + `{"Offset": 0, "Size": 3}]`), "2:37: the regions at 0 and 2 overlap"},
		{`{"DefaultPools": {"Type 0": }}`, "1:29: invalid character '}'"},
		{`{"Total": {"Blocks": [1, 2`, "1:27: the file ends within a value"},
	} {
		_, err := Read(strings.NewReader(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, path := range []string{"testdata/vma2.json", "testdata/vma3.json"} {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"Details": {"TotalBytes": 64, "Suballocations": [{"Offset": 8, "Size": 8}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Read(bytes.NewReader(text))
		if (s == nil) == (err == nil) {
			t.Fatalf("%v and %v", s, err)
		}
		if err == nil {
			sound(t, s)
		}
	})
}

// sound fails where a snapshot breaks what its types promise.
func sound(t *testing.T, s *Snapshot) {
	t.Helper()
	for _, p := range s.Pools {
		for i, b := range p.Blocks {
			if b.Bytes == 0 || i > 0 && p.Blocks[i-1].Dedicated && !b.Dedicated {
				t.Fatalf("%v: block %d is out of place", &p, b.Number)
			}
			end := uint64(0)
			for _, r := range b.Regions {
				if r.Size == 0 || r.Offset < end || r.Size > b.Bytes || r.Offset > b.Bytes-r.Size {
					t.Fatalf("%v: block %d: the region at %d is out of place", &p, b.Number, r.Offset)
				}
				end = r.Offset + r.Size
			}
		}
	}
}
