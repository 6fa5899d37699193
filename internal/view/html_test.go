package view

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/allocgen/allocgen/internal/snapshot"
)

var payload = regexp.MustCompile(`(?s)<script id="data" type="application/json">(.*?)</script>`)

// held returns the data that a page draws.
func held(t *testing.T, page string) (text string, data pageData) {
	t.Helper()
	found := payload.FindStringSubmatch(page)
	if found == nil {
		t.Fatal("no data in the page")
	}
	if err := json.Unmarshal([]byte(found[1]), &data); err != nil {
		t.Fatal(err)
	}
	return found[1], data
}

// TestNamesAreHarmless: whatever a name holds, the page has its two scripts, its
// one title, and the name as it is.
func TestNamesAreHarmless(t *testing.T) {
	p := &Picture{Title: evil, Snapshot: still()}
	text := page(t, p)
	if n := strings.Count(text, "</script"); n != 2 {
		t.Errorf("%d scripts end, want 2", n)
	}
	for _, mark := range []string{"<!--", "<b>", "{{"} {
		if n := strings.Count(text, mark); n != 0 {
			t.Errorf("%q is there %d times", mark, n)
		}
	}
	if _, data := held(t, text); data.Pools[0].Name != evil || data.Blocks[1].Regions[0][4] != evil {
		t.Errorf("the names have changed: %q", data.Pools[0].Name)
	}
}

// TestPageHoldsASnapshot: every block and region is in the data of the page.
func TestPageHoldsASnapshot(t *testing.T) {
	_, data := held(t, page(t, &Picture{Snapshot: still()}))
	var got snapshot.Usage
	for _, b := range data.Blocks {
		got.Blocks++
		got.Reserved += b.Bytes
		for _, r := range b.Regions {
			got.Regions++
			got.InUse += uint64(r[1].(float64))
		}
	}
	if want := still().Usage(); got != want || len(data.Pools) != 3 || len(data.Events) != 0 {
		t.Errorf("%+v, %d pools, %d events, want %+v", got, len(data.Pools), len(data.Events), want)
	}
}

// TestPageIsAsLargeAsSaid: half as large or one and a half times, for a long history.
func TestPageIsAsLargeAsSaid(t *testing.T) {
	h := &snapshot.History{Pools: []snapshot.HistoryPool{{Name: "host/all"}}}
	for op := range uint64(20000) {
		op += 3e6
		e := snapshot.Event{Op: op, Block: 12, ID: op / 2, Offset: op * 256, Size: 65536, Name: "mesh"}
		if e.Kind = snapshot.RegionPlaced; op%2 == 1 {
			e.Kind = snapshot.RegionFreed
		}
		h.Events = append(h.Events, e)
	}
	p := &Picture{History: h}
	if said, is := p.PageBytes(), len(page(t, p)); said < is/2 || said > is*3/2 {
		t.Errorf("said to have %d bytes, has %d", said, is)
	}
}

// moment is what the model of the page, and the history itself, say of a moment.
type moment struct {
	Reserved, InUse uint64
	Blocks          []string
}

func momentOf(s *snapshot.Snapshot) (m moment) {
	u := s.Usage()
	m.Reserved, m.InUse = u.Reserved, u.InUse
	for i, p := range s.Pools {
		for _, b := range p.Blocks {
			text := fmt.Sprintf("%d %d %d:", i, b.Number, b.Bytes)
			for _, r := range b.Regions {
				text += fmt.Sprintf(" %d+%d %s", r.Offset, r.Size, r.Name)
			}
			m.Blocks = append(m.Blocks, text)
		}
	}
	return m
}

// TestPageMovesThroughAHistory runs the model of the page itself: forth, back and
// to and fro, it is at every moment where the history is.
func TestPageMovesThroughAHistory(t *testing.T) {
	h := drawn(t, 1, 300)
	data, _ := held(t, page(t, &Picture{History: h}))
	last := len(h.Events)
	var moves []int
	for i := range last + 1 {
		moves = append(moves, i)
	}
	for i := last; i >= 0; i-- {
		moves = append(moves, i)
	}
	moves = append(moves, last, 0, last/2, last/3, last+9, -1)
	out := node(t, data, fmt.Sprintf(`
		const m = new Memory(data), states = [];
		for (const to of %s) {
			m.seek(to);
			states.push({ Reserved: m.reserved, InUse: m.inUse, Blocks: m.list().map((b) =>
				[`+"`${b.pool} ${b.number} ${b.bytes}:`"+`, ...m.ranges(b).filter((r) => !r.free).map((r) => `+"`${r.offset}+${r.size} ${r.name}`"+`)].join(" ")) });
		}
		return { states, peak: curve(data, 7).peak };`, asJSON(t, moves)))
	var got struct {
		States []moment
		Peak   int
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for i, to := range moves {
		want := momentOf(h.At(min(max(to, 0), last)))
		if state := got.States[i]; state.Reserved != want.Reserved || state.InUse != want.InUse || !slices.Equal(state.Blocks, want.Blocks) {
			t.Fatalf("move %d, to %d:\ngot  %+v\nwant %+v", i, to, state, want)
		}
	}
	if got.Peak != h.Peak() {
		t.Errorf("the peak is at %d, want %d", got.Peak, h.Peak())
	}
}

// TestCurveHasNoGaps: a history of fewer events than the curve has parts is drawn in
// steps, each as wide as the others and as high as it is at that moment.
func TestCurveHasNoGaps(t *testing.T) {
	h := drawn(t, 2, 20)
	data, _ := held(t, page(t, &Picture{History: h}))
	const wide = 7
	var points []struct{ Reserved, InUse uint64 }
	out := node(t, data, fmt.Sprintf("return curve(data, %d).points;", wide*(len(h.Events)+1)))
	if err := json.Unmarshal(out, &points); err != nil {
		t.Fatal(err)
	}
	for i, p := range points {
		if u := h.At(i / wide).Usage(); p.Reserved != u.Reserved || p.InUse != u.InUse {
			t.Fatalf("part %d of %d: %+v, want %d reserved and %d in use", i, len(points), p, u.Reserved, u.InUse)
		}
	}
}

// TestPageAnswers: what the model says of a snapshot: ranges that tile, the range of
// a byte, rows filtered and sorted, and how sizes read.
func TestPageAnswers(t *testing.T) {
	data, _ := held(t, page(t, &Picture{Snapshot: still()}))
	out := node(t, data, `
		const m = new Memory(data), failures = [];
		for (const b of m.list()) {
			let end = 0;
			m.ranges(b).forEach((r, i) => {
				if (r.offset !== end || r.size <= 0) failures.push("a gap at " + end);
				end = r.offset + r.size;
				for (const byte of [r.offset, end - 1, r.offset + r.size / 2]) if (m.find(b, byte) !== i) failures.push("byte " + byte);
			});
			if (end !== b.bytes) failures.push(b.key + " ends at " + end);
		}
		const rows = (...args) => m.rows(...args).map((r) => r.pool === "a/many" ? "many" : r.size);
		return {
			failures, all: rows("", "size", false).length, down: rows("optimal 0xff", "size", true), kind: rows("BUFFER many", "offset", true).length,
			largest: m.rows("", "size", true)[0].size, least: m.rows("", "offset", false)[0].offset, none: rows("nothing so named", "name", false),
			sizes: [0, 1, 1023, 1024, 1536, 1048576, 1500000].map(bytes), shares: [share(0, 0), share(1, 3)],
			text: describe(m.pools[0], m.list()[1], m.ranges(m.list()[1])[1]),
		};`)
	want := map[string]any{
		"failures": []any{}, "all": 5003, "down": []int{2048}, "kind": 5000, "largest": 2048, "least": 0, "none": []any{},
		"sizes":  []string{"0 bytes", "1 byte", "1023 bytes", "1 KiB (1024 bytes)", "1.50 KiB (1536 bytes)", "1 MiB (1048576 bytes)", "1.43 MiB (1500000 bytes)"},
		"shares": []string{"0 %", "33.3 %"},
		"text":   "free\n1 KiB (1024 bytes) at 1024\n" + evil + ", block 1, memory type 2",
	}
	var got map[string]any
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if asJSON(t, got) != asJSON(t, want) {
		t.Errorf("got\n%s\nwant\n%s", asJSON(t, got), asJSON(t, want))
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// node runs the body of a function with the model of the page, and returns what the
// function does, as JSON. Where there is no Node.js nothing can be said of the
// script but what other tests say of the page.
func node(t *testing.T, data, body string) []byte {
	t.Helper()
	program, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no Node.js to run the script of the page")
	}
	directory := t.TempDir()
	script := modelJS + "\nconst data = JSON.parse(require('fs').readFileSync('data.json', 'utf8'));\n" +
		"process.stdout.write(JSON.stringify((function () {" + body + "})()));\n"
	for name, text := range map[string]string{"data.json": data, "test.js": script} {
		if err := os.WriteFile(filepath.Join(directory, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a script that goes round for ever
	defer cancel()
	run := exec.CommandContext(ctx, program, "test.js")
	run.Dir = directory
	out, err := run.Output()
	if failure, ok := err.(*exec.ExitError); ok {
		t.Fatalf("%v\n%s", err, failure.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	return out
}
