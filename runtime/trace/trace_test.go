package trace

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

func read(t *testing.T, text string) *Trace {
	t.Helper()
	tr, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func TestRead(t *testing.T) {
	got := read(t, "# capacity 4096\n#no metadata\n#\n# note two  words \r\n\n a 1 64 16 \nf 1\r\nf @18446744073709551615\n# late comment\nc\nx\nn 3 out_of_host_memory\no 1 4096\nh 1\nh @2\n l\t7  \"shadow  map\"\r\nl 8 \"\"")
	want := &Trace{
		Meta: []Meta{{"capacity", "4096"}, {"note", "two  words"}},
		Ops: []Op{
			{Kind: Alloc, ID: 1, Size: 64, Align: 16},
			{Kind: Free, ID: 1},
			{Kind: FreeLive, ID: 1<<64 - 1},
			{Kind: Reclaim},
			{Kind: Clear},
			{Kind: Fault, ID: 3, Result: vkrt.ErrorOutOfHostMemory},
			{Kind: Occupy, ID: 1, Size: 4096},
			{Kind: HandBack, ID: 1},
			{Kind: HandBackLive, ID: 2},
			{Kind: Label, ID: 7, Name: "shadow  map"},
			{Kind: Label, ID: 8},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if n, ok := got.Capacity(); n != 4096 || !ok {
		t.Errorf("capacity %d %v, want 4096", n, ok)
	}
}

func TestCapacityAbsent(t *testing.T) {
	for _, text := range []string{"", "# capacity\n", "# capacity 4KiB\n", "# note capacity 1\n", "x\n# capacity 1\n"} {
		if n, ok := read(t, text).Capacity(); ok {
			t.Errorf("%q: capacity %d, want none", text, n)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a 1 2", `line 1: 2 operands, want "a ID SIZE ALIGN [FLAG...]"`},
		{"# x\n\na 1 2 3 4", `line 3: "4" is not a flag, want "a ID SIZE ALIGN [FLAG...]"`},
		{"a 1 2 3 upper lower", `line 1: "lower" is not a flag`},
		{"a 1 2 3 UPPER", `line 1: "UPPER" is not a flag`},
		{"a 1 2 upper", `line 1: "upper" is not a number`},
		{"a 1 2 3 upper optimal upper", `line 1: upper is said twice`},
		{"f 1 upper", `line 1: 2 operands`},
		{"a 1 -2 3", `line 1: "-2" is not a number`},
		{"a 1 18446744073709551616 3", `line 1: "18446744073709551616" is not a number`},
		{"f", `line 1: 0 operands, want "f ID or f @K"`},
		{"f @", `line 1: "" is not a number`},
		{"f @1 2", `line 1: 2 operands`},
		{"h", `line 1: 0 operands, want "h ID or h @K"`},
		{"c 1", `line 1: 1 operands, want "c"`},
		{"x x", `line 1: 1 operands, want "x"`},
		{"n 1 2 device_lost", `line 1: 3 operands, want "n N RESULT"`},
		{"n -1 device_lost", `line 1: "-1" is not a number from 0 to 18446744073709551615, want "n N RESULT"`},
		{"n 1 success", `line 1: "success" is not a result that an allocation may fail with, want "n N RESULT"`},
		{"n 1 vk_success", `line 1: "vk_success" is not a result`},
		{"n 1 DEVICE_LOST", `line 1: "DEVICE_LOST" is not a result`},
		{"free 1", `line 1: unknown operation "free", want a, f, h, l, c, x, n, o, d or u`},
		{"l", `line 1: 0 operands, want "l ID \"NAME\""`},
		{"l x \"y\"", `line 1: "x" is not a number`},
		{"l 1", `line 1: "" is not a name in quotes, want "l ID \"NAME\""`},
		{"l 1 name", `line 1: "name" is not a name`},
		{"l 1 \"two\" \"names\"", `line 1: "\"two\" \"names\"" is not a name`},
		{"l 1 'n'", `line 1: "'n'" is not a name`},
		{"d 2", `line 1: 2 is neither 0 nor 1, want "d ON"`},
		{"u", `line 1: 0 operands, want "u ID or u @K"`},
		{"o 1", `line 1: 1 operands, want "o HEAP BYTES"`},
		{"c\n\x00\xff", `line 2: unknown operation`},
		{"c\n#" + strings.Repeat("-", MaxLine), "line 2: longer than 4096 bytes"},
		{"c\n#" + strings.Repeat("-", 3*MaxLine) + "\nc", "line 2: longer than 4096 bytes"},
	} {
		if _, err := Read(strings.NewReader(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.40q: error %v, want %s", c.text, err, c.want)
		}
	}
}

func TestLongestLine(t *testing.T) {
	for _, end := range []string{"", "\n", "\r\n"} {
		tr := read(t, "# "+strings.Repeat("k", MaxLine-2)+end)
		if len(tr.Meta) != 1 || len(tr.Meta[0].Key) != MaxLine-2 {
			t.Errorf("end %q: metadata lost", end)
		}
		if err := tr.Write(&bytes.Buffer{}); err != nil {
			t.Errorf("end %q: %v", end, err)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	for _, tr := range []Trace{
		{Meta: []Meta{{"", "value"}}},
		{Meta: []Meta{{"two words", ""}}},
		{Meta: []Meta{{"key", " value"}}},
		{Meta: []Meta{{"key", "two\nlines"}}},
		{Meta: []Meta{{"key", strings.Repeat("v", MaxLine)}}},
		{Ops: []Op{{Kind: Label + 1}}},
		{Ops: []Op{{Kind: Label, Name: strings.Repeat("n", MaxLine)}}},
		{Ops: []Op{{Kind: Free, Name: "n"}}},
		{Ops: []Op{{Kind: Alloc, Flags: 1 << 7}}},
		{Ops: []Op{{Kind: Free, Flags: Upper}}},
		{Ops: []Op{{Kind: Fault, ID: 1}}},
		{Ops: []Op{{Kind: Fault, ID: 1, Result: vkrt.ErrorLayerNotPresent}}},
	} {
		if err := tr.Write(&bytes.Buffer{}); err == nil {
			t.Errorf("%.60v was written", tr)
		}
	}
}

func TestSummarise(t *testing.T) {
	for _, c := range []struct {
		text string
		want Summary
	}{
		{"", Summary{}},
		{"a 0 100 1\na 1 50 1\nf 0\nf 0\nf 9\na 2 60 1\nf 1\n",
			Summary{Ops: 7, Allocs: 3, Frees: 4, PeakLive: 150, PeakRegions: 2, Largest: 100, NeverFreed: 1}},
		{"f @3\na 0 1 1\na 1 2 1\na 2 4 1\nf @4\na 3 8 1\nf 1\n", // @4 is the second of three
			Summary{Ops: 7, Allocs: 4, Frees: 3, PeakLive: 13, PeakRegions: 3, Largest: 8, NeverFreed: 3}},
		{"a 0 1 1\na 0 2 1\nf 0\nx\nc\na 0 3 1\n", // a reused name leaves the first region live
			Summary{Ops: 6, Allocs: 3, Frees: 1, PeakLive: 3, PeakRegions: 2, Largest: 3, NeverFreed: 1}},
		{"n 1 device_lost\na 0 1 1\nn 0 unknown\n", // whether it is served is not asked
			Summary{Ops: 3, Allocs: 1, PeakLive: 1, PeakRegions: 1, Largest: 1, NeverFreed: 1, Faults: 2}},
		{"a 0 18446744073709551615 1\na 1 18446744073709551615 1\n",
			Summary{Ops: 2, Allocs: 2, PeakLive: 1<<64 - 1, PeakRegions: 2, Largest: 1<<64 - 1, NeverFreed: 2}},
	} {
		if got := read(t, c.text).Summarise(); got != c.want {
			t.Errorf("%q:\ngot  %+v\nwant %+v", c.text, got, c.want)
		}
	}
}

// TestEveryFault is read as it is written, by the words of Vulkan.
func TestEveryFault(t *testing.T) {
	var text strings.Builder
	for n, result := range FaultResults() {
		op := Op{Kind: Fault, ID: uint64(n), Result: result}
		text.WriteString(op.String() + "\n")
		if got := read(t, op.String()); len(got.Ops) != 1 || got.Ops[0] != op {
			t.Errorf("%v reads as %v", op, got.Ops)
		}
	}
	const want = `n 0 out_of_device_memory
n 1 out_of_host_memory
n 2 too_many_objects
n 3 invalid_external_handle
n 4 invalid_opaque_capture_address
n 5 unknown
n 6 device_lost
n 7 initialization_failed
n 8 memory_map_failed
`
	if text.String() != want {
		t.Errorf("got\n%s", text.String())
	}
}

// TestEveryFlag is read as it is written, in any order.
func TestEveryFlag(t *testing.T) {
	var op Op
	var backwards []string
	for _, flag := range AllFlags() {
		op.Flags |= flag
		one := Op{Kind: Alloc, ID: 7, Size: 64, Align: 16, Flags: flag}
		if got := read(t, one.String()); len(got.Ops) != 1 || got.Ops[0] != one {
			t.Errorf("%v reads as %v", one, got.Ops)
		}
		backwards = append([]string{strings.Fields(one.String())[4]}, backwards...)
	}
	const want = "a 0 0 0 min_memory min_offset min_time upper dedicated never_allocate optimal"
	if op.String() != want {
		t.Errorf("got %q, want %q", op, want)
	}
	if got := read(t, "a 0 0 0 "+strings.Join(backwards, "  ")); len(got.Ops) != 1 || got.Ops[0] != op {
		t.Errorf("got %v", got.Ops)
	}
}

// TestEveryName is read as it is written, whatever bytes it has.
func TestEveryName(t *testing.T) {
	for _, name := range []string{"", "a", " two  words ", "\"", "\\", "line\nline\r", "#", "\x00\xff", "\u2028\U0001f600", strings.Repeat("\xff", 1000)} {
		op := Op{Kind: Label, ID: 1<<64 - 1, Name: name}
		var written bytes.Buffer
		if err := (&Trace{Ops: []Op{op}}).Write(&written); err != nil {
			t.Errorf("%q: %v", name, err)
		} else if got := read(t, written.String()); len(got.Ops) != 1 || got.Ops[0] != op {
			t.Errorf("%v reads as %v", op, got.Ops)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("a 1 64 16 optimal\ta 1 64 16 upper min_time\n"))
	f.Add([]byte("# capacity 4096\na 1 64 16\nf 1\nf @7\nc\nx\nx 2 device_lost\n"))
	f.Add([]byte("a 1 64 16\nl 1 \"shadow\\tmap \\xff\"\nl 1 \"\"\n"))
	f.Add([]byte("# key\n# \u00a0k\u2003v \r\nf @\n\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		first, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		var written bytes.Buffer
		if err := first.Write(&written); err != nil {
			t.Fatalf("read, but not written: %v", err)
		}
		second, err := Read(&written)
		if err != nil {
			t.Fatalf("written, but not read: %v", err)
		}
		if !reflect.DeepEqual(first, second) {
			t.Fatalf("first  %v\nsecond %v", first, second)
		}
		if s := first.Summarise(); s.Ops != len(first.Ops) || s.NeverFreed > s.PeakRegions || s.PeakRegions > s.Allocs {
			t.Fatalf("summary %+v", s)
		}
	})
}
