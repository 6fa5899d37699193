package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/profiles"
	"github.com/allocgen/allocgen/runtime/trace"
)

// events runs a job of one recording through one subject.
func eventsOf(t *testing.T, s Subject, job Job, text string) (list []Event) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.trace")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	job.Recordings = []Source{{"a", path}}
	if job.Devices == nil {
		job.Devices = []string{""}
	}
	said, err := json.Marshal(job)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run(bytes.NewReader(said), &out, []Subject{s}); err != nil {
		t.Fatal(err)
	}
	for lines := json.NewDecoder(&out); ; {
		var e Event
		if err := lines.Decode(&e); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
}

func resultOf(t *testing.T, s Subject, job Job, text string) Result {
	t.Helper()
	list := eventsOf(t, s, job, text)
	result := list[len(list)-1].Result
	if result == nil {
		t.Fatalf("the last event is %+v", list[len(list)-1])
	}
	return *result
}

// mixed meets every operation: a region of either pool, a name given twice, frees
// that come too late, by rank and of nothing, a refusal.
const mixed = `a 1 40 1
a 2 200 1
a 3 50 1
a 1 10 1
f 3
f 3
f 9
a 4 2000 1
f 4
f @0
h @4
a 5 200 1
c
x
f @1
n 1 device_lost
o 0 4096
`

func TestFigures(t *testing.T) {
	got := resultOf(t, shelves(false, 0), Job{}, mixed)
	want := Result{Recording: "a", Spec: "shelf.yaml", Arena: "shelf", Figures: Figures{
		Ops: 17, PeakInUse: 300, PeakReserved: 400, Fragmentation: 0.25, NativeCalls: 4, Refused: 1, FirstRefusal: "too large"}}
	if peaks := fmt.Sprint(got.Pools); peaks != "[{pages {200 0 0 0 2 0} 0} {whole {200 0 0 0 1 0} 0}]" {
		t.Errorf("peaks %s", peaks)
	}
	got.Pools = nil
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestKept: a block that stays is not made again, one that New made counts, and of
// the moments with most reserved that with most in use tells the fragmentation.
func TestKept(t *testing.T) {
	got := resultOf(t, shelves(true, 2), Job{}, "a 1 40 1\na 2 300 1\nf 2\na 3 300 1\na 4 50 1\nf 3\nf 4\n")
	if got.NativeCalls != 3 || got.PeakReserved != 500 || got.PeakInUse != 390 || fmt.Sprintf("%.3f", got.Fragmentation) != "0.220" {
		t.Errorf("%+v", got.Figures)
	}
}

// TestDevice: native allocations are counted, those that fail as well, and faults
// and other programs' memory are met.
func TestDevice(t *testing.T) {
	p, _ := profiles.ByName("amd_rx_6600_windows")
	if p.Types[0].Heap == uint32(len(p.Heaps)-1) {
		t.Fatal("the first memory type is of the last heap")
	}
	heap := p.Heaps[p.Types[0].Heap].Size
	device := []string{string(p.Append(nil))}
	for _, c := range []struct {
		text           string
		calls, refused int
	}{
		{"a 1 200 1\na 2 300 1\n", 2, 0},
		{"n 2 device_lost\na 1 200 1\na 2 300 1\na 3 300 1\n", 3, 1},
		{"n 0 device_lost\na 1 200 1\n", 1, 0},
		{fmt.Sprintf("o %d %d\na 1 200 1\n", int(p.Types[0].Heap)+len(p.Heaps), heap), 1, 1},
	} {
		got := resultOf(t, shelves(false, 0), Job{Devices: device}, c.text)
		if got.NativeCalls != uint64(c.calls) || got.Refused != c.refused {
			t.Errorf("%q: %d native calls, %d refused", c.text, got.NativeCalls, got.Refused)
		}
	}
	got := resultOf(t, shelves(true, 2), Job{Devices: device}, "a 1 200 1\n")
	if got.NativeCalls != 3 {
		t.Errorf("%d native calls, with the two of New", got.NativeCalls)
	}
	got = resultOf(t, shelves(false, 0), Job{Devices: []string{"{}"}}, "a 1 200 1\n")
	if !strings.Contains(got.Error, "the device") {
		t.Errorf("a device of no tables: %q", got.Error)
	}
}

// TestCapacity is that of the job, or else that of the recording.
func TestCapacity(t *testing.T) {
	for _, c := range []struct {
		capacity uint64
		text     string
		fails    bool
	}{{13, "", true}, {0, "# capacity 13\n", true}, {12, "# capacity 13\n", false}} {
		if got := resultOf(t, shelves(false, 0), Job{Capacity: c.capacity}, c.text); (got.Error != "") != c.fails {
			t.Errorf("%+v: %q", c, got.Error)
		}
	}
}

// TestTimed: the timed replays make the calls that the walk made.
func TestTimed(t *testing.T) {
	recording, err := trace.Read(strings.NewReader(mixed))
	if err != nil {
		t.Fatal(err)
	}
	fresh := func() (*Instance, *shelf) {
		in, err := shelves(false, 0).Open(nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		return in, in.arena.(*bound[ticket, flags, failure]).arena.(*shelf)
	}
	in, walked := fresh()
	w := newWalk(in, &machine{}, nil)
	for _, op := range recording.Ops[:13] { // before everything goes
		w.do(op)
	}
	in, timed := fresh()
	in.arena.grow(w.slots)
	in.arena.run(w.steps, func(step) {})
	if a, b := fmt.Sprint(*walked), fmt.Sprint(*timed); a != b || walked.serial != 5 {
		t.Errorf("the walk left  %s\nthe run left %s", a, b)
	}
	if got := resultOf(t, shelves(false, 0), Job{Rounds: 2}, mixed); got.NsPerOp <= 0 {
		t.Errorf("%v ns/op", got.NsPerOp)
	}
	if got := resultOf(t, shelves(false, 0), Job{Rounds: 2}, ""); got.NsPerOp < 0 {
		t.Errorf("%v ns/op of nothing", got.NsPerOp)
	}
}

// TestPlacements: what happens to blocks and regions, in order, and in which
// operation.
func TestPlacements(t *testing.T) {
	var got []string
	for _, e := range eventsOf(t, shelves(false, 1), Job{Placements: true}, "a 1 40 1\na 2 200 1\na 3 50 1\nf 1\nf 1\na 4 2000 1\na 5 20 1\nf 2\nx\n") {
		if p := e.Placement; p != nil {
			got = append(got, fmt.Sprintf("%d %s region %d pool %d block %d offset %d bytes %d%s", p.Op, p.What, p.Region, p.Pool, p.Block, p.Offset, p.Bytes, p.Text))
		}
	}
	want := []string{
		"-1 made region 0 pool 0 block 0 offset 0 bytes 100",
		"0 placed region 1 pool 0 block 0 offset 0 bytes 40",
		"1 made region 0 pool 1 block 1 offset 0 bytes 200",
		"1 placed region 2 pool 1 block 1 offset 0 bytes 200",
		"2 placed region 3 pool 0 block 0 offset 50 bytes 50",
		"3 freed region 1 pool 0 block 0 offset 0 bytes 0",
		"5 refused region 0 pool 0 block 0 offset 0 bytes 2000too large",
		"6 placed region 5 pool 0 block 0 offset 0 bytes 20",
		"7 freed region 2 pool 0 block 0 offset 0 bytes 0",
		"7 returned region 0 pool 0 block 1 offset 0 bytes 0",
		"8 freed region 3 pool 0 block 0 offset 0 bytes 0",
		"8 freed region 5 pool 0 block 0 offset 0 bytes 0",
		"8 returned region 0 pool 0 block 0 offset 0 bytes 0",
	}
	if a, b := strings.Join(got, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("got\n%s\nwant\n%s", a, b)
	}
}

// TestDryRuns begin and end, and memory is used in them, in the walk and when timed.
func TestDryRuns(t *testing.T) {
	recording, err := trace.Read(strings.NewReader("a 1 60 1\na 2 70 1\nd 1\nu 2\nu @0\nl 1 \"name\"\nd 0\nu 9\nx\nu @0\n"))
	if err != nil {
		t.Fatal(err)
	}
	const want = "[dry true use 2 use 1 dry false use 0]"
	for _, has := range []bool{true, false} {
		var walked, timed []string
		open := func(said *[]string) *Instance {
			in, err := shelves(false, 0).Open(nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			in.arena.(*bound[ticket, flags, failure]).arena.(*shelf).said = said
			if has {
				in.DryRuns(func(on bool) { *said = append(*said, fmt.Sprintf("dry %v", on)) })
			}
			return in
		}
		m := &machine{}
		w := newWalk(open(&walked), m, nil)
		for _, op := range recording.Ops {
			w.do(op)
		}
		in := open(&timed)
		in.arena.grow(w.slots)
		in.arena.run(w.steps, func(s step) { in.aside(m, s) })
		if a, b := fmt.Sprint(walked), fmt.Sprint(timed); a != b || has && a != want || !has && a != "[]" {
			t.Errorf("dry runs %v: walked %s, timed %s", has, a, b)
		}
	}
}

// TestNames: the newer region of a name is freed; what Clear frees is forgotten.
func TestNames(t *testing.T) {
	var got []string
	for _, e := range eventsOf(t, shelves(false, 0), Job{Placements: true}, "a 1 200 1\na 1 40 1\nf 1\nx\na 1 300 1\na 2 30 1\nf @3\n") {
		if p := e.Placement; p != nil && (p.What == RegionPlaced || p.What == RegionFreed) {
			got = append(got, fmt.Sprintf("%s %d in %d", p.What, p.Region, p.Pool))
		}
	}
	want := "[placed 1 in 1 placed 2 in 0 freed 2 in 0 freed 1 in 0 placed 3 in 1 placed 4 in 0 freed 4 in 0]"
	if fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// hatch is a shelf, seen from another stream.
type hatch struct {
	*shelf
	frees int
}

func (h *hatch) Free(t ticket) failure {
	h.frees++
	return h.shelf.Free(t)
}

// TestHandBack frees in another stream, in the walk and when timed.
func TestHandBack(t *testing.T) {
	recording, err := trace.Read(strings.NewReader("a 1 60 1\na 2 70 1\nh @1\nf 1\nh 2\n"))
	if err != nil {
		t.Fatal(err)
	}
	other := &hatch{}
	fresh := func() *Instance {
		s := &shelf{regions: map[int]place{}}
		other.shelf = s
		return Bind(s, other, func() []Usage { return s.now[:] }, func() []Peak { return s.peaks[:] })
	}
	w := newWalk(fresh(), &machine{}, nil)
	for _, op := range recording.Ops {
		w.do(op)
	}
	if other.frees != 2 || len(w.live) != 0 {
		t.Errorf("the walk frees %d times in the other stream, %d are live", other.frees, len(w.live))
	}
	in := fresh()
	in.arena.grow(w.slots)
	in.arena.run(w.steps, func(step) {})
	if other.frees != 4 || len(other.regions) != 0 {
		t.Errorf("then the timed replay up to %d, %d are live", other.frees, len(other.regions))
	}
}

// TestBlocks: what an operation did not likely change is found, whatever order it
// changed in, and a block that another replaces under its number is a new one.
func TestBlocks(t *testing.T) {
	var sizes []uint64
	var said []string
	b := blocks{
		measure: func(block uint32) uint64 {
			if int(block) < len(sizes) {
				return sizes[block]
			}
			return 0
		},
		made: func(block uint32, pool int, bytes uint64) { said = append(said, fmt.Sprintf("+%d", block)) },
		gone: func(block uint32) { said = append(said, fmt.Sprintf("-%d", block)) },
	}
	for _, c := range []struct {
		sizes  []uint64
		likely []uint32
		want   string
	}{
		{[]uint64{10, 20}, nil, "[+0 +1]"},
		{[]uint64{10, 20, 5}, []uint32{2}, "[+2]"},
		{[]uint64{0, 20, 5, 7}, []uint32{3}, "[+3 -0]"},
		{[]uint64{9, 20, 5, 7}, []uint32{0}, "[+0]"},
		{[]uint64{8, 20, 6, 7}, []uint32{0}, "[-0 +0 -2 +2]"},
		{[]uint64{8, 20, 6, 7}, []uint32{1}, "[]"},
		{nil, nil, "[-0 -1 -2 -3]"},
	} {
		sizes, said = c.sizes, []string{}
		var total Usage
		for _, bytes := range sizes {
			total.BytesReserved += bytes
			if bytes > 0 {
				total.NumberBlocks++
			}
		}
		b.settle(total, c.likely...)
		if got := fmt.Sprint(said); got != c.want {
			t.Errorf("%v: %s, want %s", c.sizes, got, c.want)
		}
	}
	if b.total != 7 {
		t.Errorf("%d blocks made, want 7", b.total)
	}
}

func TestJobs(t *testing.T) {
	for text, want := range map[string]string{
		"{":                     "the job: ",
		`{"devices": ["", ""]}`: "the job has devices for 2 subjects, of 1",
		`{"devices": [""], "recordings": [{"name": "lost", "path": "lost.trace"}]}`: "lost: open lost.trace",
	} {
		if err := run(strings.NewReader(text), io.Discard, []Subject{shelves(false, 0)}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
