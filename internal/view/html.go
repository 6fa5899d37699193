package view

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/allocgen/allocgen/internal/snapshot"
)

// The parts of the page. Those of JavaScript are one script: what the page holds,
// then how it is drawn.
var (
	//go:embed page/page.html
	pageHTML string
	//go:embed page/page.css
	pageCSS string
	//go:embed page/model.js
	modelJS string
	//go:embed page/page.js
	pageJS string
)

// pageData is what the script draws.
type pageData struct {
	Pools  []pagePool  `json:"pools"`
	Blocks []pageBlock `json:"blocks"` // of a snapshot
	Events [][]any     `json:"events"` // of a history
}

type pagePool struct {
	Name string `json:"name"`
	Type uint32 `json:"type"`
}

type pageBlock struct {
	Pool      int     `json:"pool"`
	Number    uint64  `json:"number"`
	Bytes     uint64  `json:"bytes"`
	Dedicated bool    `json:"dedicated"`
	Regions   [][]any `json:"regions"` // offset, size, kind, data, name
}

// WriteHTML writes a page that shows every block and region; a history at any
// moment.
func (p *Picture) WriteHTML(w io.Writer) error {
	data := ofSnapshot(p.Snapshot)
	if p.History != nil {
		data = ofHistory(p.History)
	}
	text, err := json.Marshal(data) // in which no < is left, so that nothing in it ends the script
	if err != nil {
		return err
	}
	page := strings.NewReplacer("{{title}}", html.EscapeString(p.Title), "{{css}}", pageCSS,
		"{{data}}", string(text), "{{js}}", modelJS+pageJS)
	_, err = page.WriteString(w, pageHTML)
	return err
}

// PageBytes returns about how large the page of a history is, in bytes.
func (p *Picture) PageBytes() (bytes int) {
	const placed, other = 50, 25 // bytes of an event as JSON, without a name
	for i := range p.History.Events {
		if e := &p.History.Events[i]; e.Kind == snapshot.RegionPlaced {
			bytes += placed + len(e.Name)
		} else {
			bytes += other
		}
	}
	return bytes
}

// ofSnapshot returns what the page shows of a snapshot.
func ofSnapshot(s *snapshot.Snapshot) pageData {
	data := pageData{Pools: []pagePool{}, Blocks: []pageBlock{}, Events: [][]any{}}
	if s == nil {
		return data
	}
	for i, p := range s.Pools {
		data.Pools = append(data.Pools, pagePool{p.Name, p.MemoryType})
		for _, b := range p.Blocks {
			block := pageBlock{i, b.Number, b.Bytes, b.Dedicated, [][]any{}}
			for _, r := range b.Regions {
				block.Regions = append(block.Regions, []any{r.Offset, r.Size, r.Kind, r.Data, r.Name})
			}
			data.Blocks = append(data.Blocks, block)
		}
	}
	return data
}

// ofHistory returns what the page shows of a history: see model.js for what an
// event is there. What is to go the other way too has all that it needs for it.
func ofHistory(h *snapshot.History) pageData {
	data := ofSnapshot(nil)
	for _, p := range h.Pools {
		data.Pools = append(data.Pools, pagePool{p.Name, p.MemoryType})
	}
	type key struct {
		pool  int
		block uint64
	}
	sizes, placed := map[key]uint64{}, map[uint64]int{}
	for i, e := range h.Events {
		at := key{e.Pool, e.Block}
		var event []any
		switch e.Kind {
		case snapshot.BlockMade:
			sizes[at] = e.Size
			event = []any{e.Pool, e.Block, e.Size}
		case snapshot.BlockReturned:
			event = []any{e.Pool, e.Block, sizes[at]}
		case snapshot.RegionPlaced:
			placed[e.ID] = i
			event = []any{e.Pool, e.Block, e.Offset, e.Size, exact(e.ID), e.Name}
		case snapshot.RegionFreed:
			event = []any{placed[e.ID]}
		case snapshot.Refused:
			event = []any{e.Size}
		}
		data.Events = append(data.Events, append([]any{e.Kind, e.Op}, event...))
	}
	return data
}

// exact is a number, as text if a script could not tell it from its neighbours.
func exact(n uint64) any {
	if n > 1<<53 {
		return fmt.Sprint(n)
	}
	return n
}
