package view

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/internal/snapshot"
)

// element is an element of an image.
type element struct {
	class, x, width string
	text            string // within, of its title and itself
}

// elements returns the rectangles and texts of an image.
func elements(t *testing.T, image string) (rectangles, texts []element) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(image))
	var open []*element
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return rectangles, texts
		}
		if err != nil {
			t.Fatalf("%v in\n%.500s", err, image)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{}
			for _, a := range token.Attr {
				switch a.Name.Local {
				case "class":
					e.class = a.Value
				case "x":
					e.x = a.Value
				case "width":
					e.width = a.Value
				}
			}
			open = append(open, e)
		case xml.CharData:
			for _, e := range open {
				e.text += string(token)
			}
		case xml.EndElement:
			e := *open[len(open)-1]
			open = open[:len(open)-1]
			switch token.Name.Local {
			case "rect":
				rectangles = append(rectangles, e)
			case "text":
				texts = append(texts, e)
			}
		}
	}
}

// TestImage: an image is XML, with a bar for each block, and regions where they lie.
func TestImage(t *testing.T) {
	p := &Picture{Title: evil, Snapshot: still()}
	rectangles, texts := elements(t, written(t, func(w *bytes.Buffer) error { return p.WriteSVG(w) }))
	count := map[string]int{}
	for _, r := range rectangles {
		count[r.class]++
	}
	if count["back"] != 1 || count["free"] != 4 || len(texts) != 2+4 {
		t.Errorf("%v, %d texts", count, len(texts))
	}
	find := func(title string) element {
		for _, r := range rectangles {
			if strings.HasPrefix(r.text, title) {
				return r
			}
		}
		t.Errorf("no region %q", title)
		return element{}
	}
	if r := find("region 0xff: 2 KiB (2048 bytes) at 2048, IMAGE_OPTIMAL"); r.x != "600.00" || r.width != "588.00" {
		t.Errorf("the second half of a block is %s wide at %s", r.width, r.x)
	}
	if r := find(strings.ReplaceAll(evil, "\x00", "\ufffd")); r.x != "12.00" || r.width != "294.00" {
		t.Errorf("the first quarter of a block is %s wide at %s", r.width, r.x)
	}
	if r := find("5000 regions from 0 to 79992"); r.class != "crowd" || r.width != "89.71" {
		t.Errorf("regions too narrow to see: %+v", r)
	}
}

// TestCrowds: narrow regions are one only with their neighbours.
func TestCrowds(t *testing.T) {
	regions := []snapshot.Region{{Offset: 0, Size: 1}, {Offset: 2, Size: 1}, {Offset: 500, Size: 1}, {Offset: 501, Size: 50}}
	pixel := func(byte uint64) float64 { return float64(byte) / 10 }
	for i, want := range []int{2, 1, 1, 0} {
		if n := narrow(regions[i:], pixel); n != want {
			t.Errorf("%d regions from %d on are drawn as one, want %d", n, i, want)
		}
	}
}

// TestImageOfAHistory is of its peak.
func TestImageOfAHistory(t *testing.T) {
	h := drawn(t, 2, 300)
	p := &Picture{Title: "run", History: h}
	rectangles, texts := elements(t, written(t, func(w *bytes.Buffer) error { return p.WriteSVG(w) }))
	want := h.At(h.Peak()).Usage()
	free, regions := 0, 0
	for _, r := range rectangles {
		switch r.class {
		case "free":
			free++
		case "region":
			regions++
		}
	}
	if free != want.Blocks || regions != want.Regions || !strings.HasPrefix(texts[0].text, "run, at its peak: after ") {
		t.Errorf("%d blocks, %d regions, want %+v; %q", free, regions, want, texts[0].text)
	}
}

// TestColours: pools beside each other, and regions, are of different colours.
func TestColours(t *testing.T) {
	seen := map[string]bool{}
	for pool := range 50 {
		for i := range 2 {
			c := colour(pool, i)
			if len(c) != 7 || seen[c] {
				t.Errorf("pool %d has colour %s", pool, c)
			}
			seen[c] = true
		}
	}
	if c := colour(0, 0); c != "#6697cc" {
		t.Errorf("the first colour is %s", c)
	}
}
