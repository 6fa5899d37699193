package view

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/internal/snapshot"
)

// evil is a name that would end a script, a title and an attribute.
const evil = "</script><!--\"'&<b>\u2028\x00"

// drawn is a random history, in which everything happens that can.
func drawn(t *testing.T, seed uint64, events int) *snapshot.History {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	h := &snapshot.History{Pools: []snapshot.HistoryPool{{Name: "host/small"}, {Name: "host/" + evil, MemoryType: 3}}}
	m := snapshot.NewMoment(h)
	type region struct{ id, offset, size uint64 }
	type block struct {
		pool    int
		number  uint64
		regions []region
	}
	var blocks []*block
	const bytes = 1000
	for id := uint64(0); len(h.Events) < events; id++ {
		e := snapshot.Event{Op: id / 2}
		var b *block
		if len(blocks) > 0 {
			b = blocks[r.IntN(len(blocks))]
			e.Pool, e.Block = b.pool, b.number
		}
		switch n := r.IntN(10); {
		case b == nil || n == 0 && len(blocks) < 9:
			b = &block{r.IntN(2), uint64(r.IntN(3)), nil}
			if slices.ContainsFunc(blocks, func(c *block) bool { return c.pool == b.pool && c.number == b.number }) {
				continue
			}
			blocks = append(blocks, b)
			e.Kind, e.Pool, e.Block, e.Size = snapshot.BlockMade, b.pool, b.number, bytes+uint64(b.pool)
		case n == 1:
			e.Kind, e.Size = snapshot.Refused, 1<<30
		case n < 5 && len(b.regions) > 0:
			i := r.IntN(len(b.regions))
			e.Kind, e.ID = snapshot.RegionFreed, b.regions[i].id
			b.regions = slices.Delete(b.regions, i, i+1)
		case n < 5:
			e.Kind = snapshot.BlockReturned
			blocks = slices.DeleteFunc(blocks, func(c *block) bool { return c == b })
		default:
			g := region{id<<40 | 5, r.Uint64N(bytes), 1 + r.Uint64N(60)}
			if g.offset+g.size > bytes || slices.ContainsFunc(b.regions, func(o region) bool { return g.offset < o.offset+o.size && o.offset < g.offset+g.size }) {
				continue
			}
			b.regions = append(b.regions, g)
			e.Kind, e.ID, e.Offset, e.Size, e.Name = snapshot.RegionPlaced, g.id, g.offset, g.size, []string{"", "mesh", evil}[r.IntN(3)]
		}
		h.Events = append(h.Events, e)
		if err := m.Step(); err != nil {
			t.Fatalf("event %d, %+v: %v", len(h.Events), e, err)
		}
	}
	return h
}

// still is a snapshot in which regions are named, dedicated, and many.
func still() *snapshot.Snapshot {
	many := snapshot.Block{Number: 7, Bytes: 1 << 20}
	for i := range uint64(5000) {
		many.Regions = append(many.Regions, snapshot.Region{Offset: i * 16, Size: 8, Kind: "BUFFER", Data: fmt.Sprintf("%#x", i)})
	}
	return &snapshot.Snapshot{Pools: []snapshot.Pool{
		{Name: evil, MemoryType: 2, Blocks: []snapshot.Block{
			{Number: 0, Bytes: 4096},
			{Number: 1, Bytes: 4096, Regions: []snapshot.Region{{Offset: 0, Size: 1024, Kind: snapshot.Unknown, Name: evil}, {Offset: 2048, Size: 2048, Kind: "IMAGE_OPTIMAL", Data: "0xff"}}},
			{Number: 0, Bytes: 512, Dedicated: true, Regions: []snapshot.Region{{Size: 512, Kind: snapshot.Unknown}}},
		}},
		{Name: "a/empty"},
		{Name: "a/many", Blocks: []snapshot.Block{many}},
	}}
}

// written is what one of the writers of a picture writes.
func written(t *testing.T, write func(w *bytes.Buffer) error) string {
	t.Helper()
	var text bytes.Buffer
	if err := write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func page(t *testing.T, p *Picture) string {
	return written(t, func(w *bytes.Buffer) error { return p.WriteHTML(w) })
}

// TestNothingIsLoaded: neither page nor image names anything outside of itself,
// but for what says that it is an image.
func TestNothingIsLoaded(t *testing.T) {
	p := &Picture{Title: "dump", Snapshot: still()}
	for what, text := range map[string]string{
		"page":  page(t, p),
		"image": written(t, func(w *bytes.Buffer) error { return p.WriteSVG(w) }),
	} {
		text = strings.Replace(text, `xmlns="http://www.w3.org/2000/svg"`, "", 1)
		for _, outside := range []string{"http:", "https:", "//cdn", "src=", "href=", "@import", "url(", "fetch(", "XMLHttp"} {
			if strings.Contains(text, outside) {
				t.Errorf("the %s has %q", what, outside)
			}
		}
	}
}
