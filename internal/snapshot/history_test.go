package snapshot

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"
)

// run is a history with every kind of event.
const run = `# allocgen history 1
p 0 "host/small"
p 1 "device/a \"name\""
@ 0
+ 0 0 64
a 7 0 0 16 8
@ 1
+ 1 0 128
a 8 1 0 0 128 "mesh"
@ 2
f 8
- 1 0
@ 5
! 4096
a 8 0 0 0 16
`

func readRun(t *testing.T) *History {
	t.Helper()
	h, err := ReadHistory(strings.NewReader(run))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestHistoryRoundTrip(t *testing.T) {
	h := readRun(t)
	want := &History{
		Pools: []HistoryPool{{"host/small", 0}, {`device/a "name"`, 1}},
		Events: []Event{
			{Kind: BlockMade, Size: 64},
			{Kind: RegionPlaced, ID: 7, Offset: 16, Size: 8},
			{Kind: BlockMade, Op: 1, Pool: 1, Size: 128},
			{Kind: RegionPlaced, Op: 1, Pool: 1, ID: 8, Size: 128, Name: "mesh"},
			{Kind: RegionFreed, Op: 2, ID: 8},
			{Kind: BlockReturned, Op: 2, Pool: 1},
			{Kind: Refused, Op: 5, Size: 4096},
			{Kind: RegionPlaced, Op: 5, ID: 8, Size: 16},
		},
	}
	if !reflect.DeepEqual(h, want) {
		t.Errorf("got  %+v\nwant %+v", h, want)
	}
	var text strings.Builder
	if err := h.Write(&text); err != nil || text.String() != run {
		t.Errorf("%v, wrote\n%s\nof\n%s", err, &text, run)
	}
}

func TestHistoryForms(t *testing.T) {
	h, err := ReadHistory(strings.NewReader("# allocgen history 1\r\n\n# note\np 2 \"\\x00\"\r\n  + 0 0 1\n"))
	want := &History{Pools: []HistoryPool{{"\x00", 2}}, Events: []Event{{Kind: BlockMade, Size: 1}}}
	if err != nil || !reflect.DeepEqual(h, want) {
		t.Errorf("got %+v, %v, want %+v", h, err, want)
	}
}

func TestPeak(t *testing.T) {
	h := readRun(t)
	if peak := h.Peak(); peak != 4 {
		t.Errorf("the peak is after %d events, want 4", peak)
	}
	want := []Pool{
		{"host/small", 0, []Block{{Number: 0, Bytes: 64, Regions: []Region{{16, 8, Unknown, "", "7"}}}}},
		{`device/a "name"`, 1, []Block{{Number: 0, Bytes: 128, Regions: []Region{{0, 128, Unknown, "mesh", "8"}}}}},
	}
	if s := h.At(4); !reflect.DeepEqual(s.Pools, want) {
		t.Errorf("got %+v, want %+v", s.Pools, want)
	}
	if s := h.At(99); len(s.Pools) != 2 || len(s.Pools[0].Blocks[0].Regions) != 2 || s.Pools[1].Blocks != nil {
		t.Errorf("at the end: %+v", s.Pools)
	}
}

// TestPeakIsTheFirst of those that are equal.
func TestPeakIsTheFirst(t *testing.T) {
	h, err := ReadHistory(strings.NewReader("# allocgen history 1\np 0 \"p\"\n+ 0 0 8\na 1 0 0 0 8\nf 1\na 1 0 0 0 8\n"))
	if err != nil || h.Peak() != 2 {
		t.Errorf("the peak is after %d events, want 2; %v", h.Peak(), err)
	}
}

// TestMomentsAgree: the sums that a moment keeps are those of its snapshot.
func TestMomentsAgree(t *testing.T) {
	m := NewMoment(readRun(t))
	steps := 0
	for ; m.Step() == nil; steps++ {
		s := m.Snapshot()
		sound(t, s)
		if s.Usage() != m.Usage() {
			t.Errorf("after %d steps: %+v, the snapshot has %+v", steps, m.Usage(), s.Usage())
		}
	}
	if steps != 8 || m.Step() != io.EOF {
		t.Errorf("%d steps, then not the end", steps)
	}
}

func TestHistoryErrors(t *testing.T) {
	const head = "# allocgen history 1\np 0 \"p\"\n+ 0 1 64\na 5 0 1 8 8\n"
	for _, c := range []struct{ text, want string }{
		{"", `1: want "# allocgen history 1" in the first line`},
		{"a 1 2 3", `1: want "# allocgen history 1"`},
		{head + "b", `5: unknown event "b", want !, p, @, +, -, a or f`},
		{head + "p 0", `5: "0", want "p TYPE NAME"`},
		{head + "p -1 \"x\"", `5: "-1 \"x\"", want "p TYPE NAME"`},
		{head + "p 1 \"x", `5: "x is not a quoted name, want "p TYPE NAME"`},
		{head + "@ 5\n@ 4", "6: operation 4 comes after 5"},
		{head + "@ x", `5: "x" is not a number`},
		{head + "+ 0 1 64", "5: pool 0 has a block 1"},
		{head + "+ 1 1 64", "5: there is no pool 1"},
		{head + "+ 0 2 0", "5: a block of 0 bytes"},
		{head + "+ 0 2 18446744073709551615", "5: blocks of more than 2^64 bytes"},
		{head + "- 0 2", "5: pool 0 has no block 2"},
		{head + "- 0 1", "5: block 1 of pool 0 is not empty"},
		{head + "a 5 0 1 32 8", "5: region 5 is live"},
		{head + "a 6 0 2 0 8", "5: pool 0 has no block 2"},
		{head + "a 6 0 1 0 0", "5: a region of 0 bytes"},
		{head + "a 6 0 1 57 8", "5: the region ends behind its block of 64 bytes"},
		{head + "a 6 0 1 0 9", "5: the region overlaps another one"},
		{head + "a 6 0 1 15 9", "5: the region overlaps another one"},
		{head + "a 6 0 1 8 8", "5: the region overlaps another one"},
		{head + "a 6 0 1 0", `5: 4 operands, want "a ID POOL BLOCK OFFSET SIZE [NAME]"`},
		{head + "a 6 0 1 0 8 \"x\" y", `5: "x" y is not a quoted name`},
		{head + "f 6", "5: there is no region 6"},
		{head + "f 5\nf 5", "6: there is no region 5"},
		{head + "! x", `5: "x" is not a number`},
	} {
		_, err := ReadHistory(strings.NewReader(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

func FuzzReadHistory(f *testing.F) {
	f.Add([]byte(run))
	f.Fuzz(func(t *testing.T, text []byte) {
		h, err := ReadHistory(bytes.NewReader(text))
		if err != nil {
			return
		}
		sound(t, h.At(h.Peak()))
		var again bytes.Buffer
		if err := h.Write(&again); err != nil {
			t.Fatal(err)
		}
		got, err := ReadHistory(&again)
		if err != nil || !reflect.DeepEqual(got, h) {
			t.Fatalf("read %+v, written and read again %+v, %v", h, got, err)
		}
	})
}
