package view

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/allocgen/allocgen/internal/snapshot"
	"github.com/allocgen/allocgen/spec/size"
)

// Measures of the image, in pixels.
const (
	imageWidth = 1200
	margin     = 12
	lineHeight = 18
	barHeight  = 24
	barWidth   = imageWidth - 2*margin
	leastWidth = 0.5 // of a region that is drawn by itself
)

const imageStyle = `<style>
text { font: 12px system-ui, sans-serif; fill: #1c2024; }
.title { font-size: 16px; font-weight: 600; }
.back { fill: #ffffff; }
.free { fill: #e4e7ea; }
.crowd { fill: #1c2024; }
rect.region { stroke: #ffffff; stroke-width: 0.5; }
@media (prefers-color-scheme: dark) {
text { fill: #e6e9ec; }
.back { fill: #15181b; }
.free { fill: #2b3036; }
.crowd { fill: #e6e9ec; }
rect.region { stroke: #15181b; }
}
</style>
`

// WriteSVG writes an image with a bar for each block, a history's at its peak.
// Regions too narrow to be seen are drawn as one where they are neighbours.
func (p *Picture) WriteSVG(w io.Writer) error {
	s := p.moment()
	u := s.Usage()
	height := 2*margin + 2*lineHeight + u.Blocks*(lineHeight+barHeight+margin)
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %d\" role=\"img\">\n", imageWidth, height, height)
	title := p.Title
	if p.History != nil {
		title += fmt.Sprintf(", at its peak: after %d of %d events", p.History.Peak(), len(p.History.Events))
	}
	fmt.Fprintf(out, "<title>%s</title>\n%s<rect class=\"back\" width=\"100%%\" height=\"100%%\"/>\n", escaped(title), imageStyle)
	y := margin + lineHeight
	fmt.Fprintf(out, "<text class=\"title\" x=\"%d\" y=\"%d\">%s</text>\n", margin, y-4, escaped(title))
	y += lineHeight
	fmt.Fprintf(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", margin, y-4, sums(u))
	for i, pool := range s.Pools {
		for _, b := range pool.Blocks {
			y += margin
			block(out, y, i, &pool, &b)
			y += lineHeight + barHeight
		}
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

// sums spells what blocks hold together.
func sums(u snapshot.Usage) string {
	return fmt.Sprintf("blocks: %d, reserved: %s; regions: %d, in use: %s", u.Blocks, size.Append(nil, u.Reserved), u.Regions, size.Append(nil, u.InUse))
}

// block draws a block and its title from y on.
func block(out *bufio.Writer, y, pool int, p *snapshot.Pool, b *snapshot.Block) {
	what := "block"
	if b.Dedicated {
		what = "dedicated"
	}
	fmt.Fprintf(out, "<text x=\"%d\" y=\"%d\">%s, %s %d: %s</text>\n", margin, y+lineHeight-5, escaped(p.String()), what, b.Number, size.Append(nil, b.Bytes))
	y += lineHeight
	fmt.Fprintf(out, "<rect class=\"free\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", margin, y, barWidth, barHeight)
	x := func(byte uint64) float64 { return margin + float64(byte)/float64(b.Bytes)*barWidth }
	for i := 0; i < len(b.Regions); {
		crowd := narrow(b.Regions[i:], x)
		first, last := b.Regions[i], b.Regions[i+max(crowd, 1)-1]
		class, title := fmt.Sprintf("region\" fill=\"%s", colour(pool, i)), describe(&first)
		if crowd > 1 {
			class, title = "crowd", fmt.Sprintf("%d regions from %d to %d", crowd, first.Offset, last.Offset+last.Size)
		}
		left, right := x(first.Offset), x(last.Offset+last.Size)
		fmt.Fprintf(out, "<rect class=\"%s\" x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\"><title>%s</title></rect>\n",
			class, left, y, max(right-left, leastWidth), barHeight, escaped(title))
		i += max(crowd, 1)
	}
}

// narrow returns how many regions from the first on are too narrow to be drawn
// by themselves, and so near to one another that they are drawn as one.
func narrow(regions []snapshot.Region, x func(byte uint64) float64) (count int) {
	end := x(regions[0].Offset)
	for _, r := range regions {
		left, right := x(r.Offset), x(r.Offset+r.Size)
		if right-left >= leastWidth || left-end >= leastWidth {
			break
		}
		end = right
		count++
	}
	return count
}

// describe says what there is to know of a region.
func describe(r *snapshot.Region) string {
	name := r.Name
	if name == "" {
		name = "region " + r.Data
	}
	return fmt.Sprintf("%s: %s at %d, %s", name, size.Append(nil, r.Size), r.Offset, r.Kind)
}

// escaped is text as it stands in the image, without what XML has no room for.
func escaped(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a Builder takes all
	return b.String()
}

// colour is that of the i-th region of a block: pools have hues that are far
// apart, and regions beside each other differ.
func colour(pool, i int) string {
	const saturation, light = 0.5, 0.6
	hue := math.Mod(211+float64(pool)*137.5, 360)
	channel := func(n float64) int {
		k := math.Mod(n+hue/30, 12)
		shade := light - float64(i%2)*0.06
		return int(math.Round(255 * (shade - saturation*min(shade, 1-shade)*max(-1, min(k-3, 9-k, 1)))))
	}
	return fmt.Sprintf("#%02x%02x%02x", channel(0), channel(8), channel(4))
}
