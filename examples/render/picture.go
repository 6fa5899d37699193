//go:build cgo

package main

import (
	"fmt"
	"image"
	"image/color"
	"math"
)

// side is the width and the height of the picture, in pixels. triangle.vert has
// it too.
const side = 256

// A point is a place in the picture, in pixels from its upper left corner.
type point struct{ x, y float32 }

var (
	triangle   = [3]point{{128, 16}, {240, 232}, {24, 200}}
	background = color.NRGBA{32, 32, 32, 255}
)

// inside returns the colour of a pixel that the triangle covers.
func inside(x, y int) color.NRGBA { return color.NRGBA{uint8(x), uint8(y), 128, 255} }

// depth returns how far within the triangle the centre of a pixel is, in pixels
// from the nearest edge; outside it is negative.
func depth(x, y int) float64 {
	px, py := float64(x)+0.5, float64(y)+0.5
	nearest := math.Inf(1)
	for i, a := range triangle {
		b := triangle[(i+1)%len(triangle)]
		ex, ey := float64(b.x-a.x), float64(b.y-a.y)
		nearest = min(nearest, (ex*(py-float64(a.y))-ey*(px-float64(a.x)))/math.Hypot(ex, ey))
	}
	return nearest
}

// check returns an error for the first pixel that is not as it must be. Within
// a pixel of an edge both colours are right.
func check(picture *image.NRGBA) error {
	for y := range side {
		for x := range side {
			got := picture.NRGBAAt(x, y)
			within := depth(x, y)
			if (within <= -1 || got != inside(x, y)) && (within >= 1 || got != background) {
				return fmt.Errorf("the picture is wrong: pixel %d,%d is %v", x, y, got)
			}
		}
	}
	return nil
}
