package main

import (
	"bytes"
	"fmt"
	"slices"
)

// The plot, in pixels of the chart.
const (
	left, right = 52, 520
	top, bottom = 16, 336
	legend      = 536
	width       = 720
	height      = 384
)

// colours are those of kinds, in order; they stand out from white and black.
var colours = []string{"#2a9d5c", "#d9730d", "#3b82f6"}

// chart is an SVG in the making, whose axes are linear and begin at 0.
type chart struct {
	bytes.Buffer
	maxX, maxY float64
}

func (c *chart) x(v float64) float64 { return left + v/c.maxX*(right-left) }
func (c *chart) y(v float64) float64 { return bottom - v/c.maxY*(bottom-top) }

// draw returns a chart of all rates over the number of goroutines, as multiples
// of what one does with none.
func (m *measured) draw() []byte {
	last := m.goroutines[len(m.goroutines)-1]
	c := chart{maxX: float64(last), maxY: float64(last)}
	for _, n := range m.goroutines {
		for _, k := range kinds {
			c.maxY = max(c.maxY, m.relative(k.name, false, n), m.relative(k.name, true, n))
		}
	}
	fmt.Fprintf(&c, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="12" role="img">
<title>Throughput of goroutines, as a multiple of one with an allocator without a lock</title>
<style>svg { color: #6e7781 } @media (prefers-color-scheme: dark) { svg { color: #d0d7de } }</style>
`, width, height, width, height)
	c.axes(m.goroutines)
	entry := 0
	for i, k := range kinds {
		for _, passesOn := range []bool{false, true} {
			values := make([]float64, len(m.goroutines))
			for g, n := range m.goroutines {
				values[g] = m.relative(k.name, passesOn, n)
			}
			c.line(m.goroutines, values, colours[i], passesOn)
			c.entry(entry, k.name+", "+how(passesOn), colours[i], passesOn)
			entry++
		}
	}
	c.WriteString("</svg>\n")
	return c.Bytes()
}

// axes draws axes, their ticks, and a line of goroutines that are no burden to
// each other.
func (c *chart) axes(goroutines []int) {
	c.WriteString(`<g fill="currentColor" stroke="none">` + "\n")
	for _, n := range goroutines {
		c.text(c.x(float64(n)), bottom+18, "middle", fmt.Sprint(n))
		c.text(left-8, c.y(float64(n))+4, "end", fmt.Sprint(n))
	}
	c.text((left+right)/2, bottom+38, "middle", "goroutines")
	fmt.Fprintf(c, `<text transform="translate(14 %d) rotate(-90)" text-anchor="middle">operations a second, of one with none</text>`+"\n</g>\n", (top+bottom)/2)
	c.WriteString(`<g stroke="currentColor">` + "\n")
	for _, n := range goroutines {
		fmt.Fprintf(c, `<path d="M%d %.1fH%d" stroke-opacity="0.15"/>`+"\n", left, c.y(float64(n)), right)
	}
	fmt.Fprintf(c, `<path d="M%d %dV%dH%d" fill="none"/>`+"\n", left, top, bottom, right)
	end := float64(slices.Max(goroutines))
	fmt.Fprintf(c, `<path d="M%d %dL%.1f %.1f" stroke-opacity="0.5" stroke-dasharray="1 4"/>`+"\n</g>\n", left, bottom, c.x(end), c.y(end))
}

func (c *chart) text(x, y float64, anchor, text string) {
	fmt.Fprintf(c, `<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`+"\n", x, y, anchor, text)
}

// dashes tells lines of regions that are passed on from others.
func dashes(passesOn bool) string {
	if passesOn {
		return ` stroke-dasharray="6 4"`
	}
	return ""
}

func (c *chart) line(goroutines []int, values []float64, colour string, passesOn bool) {
	fmt.Fprintf(c, `<g fill="%s"><polyline fill="none" stroke="%s" stroke-width="2"%s points="`, colour, colour, dashes(passesOn))
	for i, n := range goroutines {
		fmt.Fprintf(c, "%.1f,%.1f ", c.x(float64(n)), c.y(values[i]))
	}
	c.WriteString(`"/>`)
	for i, n := range goroutines {
		fmt.Fprintf(c, `<circle cx="%.1f" cy="%.1f" r="3"/>`, c.x(float64(n)), c.y(values[i]))
	}
	c.WriteString("</g>\n")
}

// entry adds to the legend.
func (c *chart) entry(place int, name, colour string, passesOn bool) {
	y := top + 16 + 20*place
	fmt.Fprintf(c, `<path d="M%d %dh28" stroke="%s" stroke-width="2"%s/>`+"\n", legend, y, colour, dashes(passesOn))
	fmt.Fprintf(c, `<text x="%d" y="%d" fill="currentColor">%s</text>`+"\n", legend+36, y+4, name)
}
