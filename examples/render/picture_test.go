//go:build cgo

package main

import (
	"image"
	"testing"
)

// paint makes the picture that each pixel's function gives.
func paint(pixel func(x, y int) (colour [4]byte)) *image.NRGBA {
	picture := image.NewNRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			colour := pixel(x, y)
			copy(picture.Pix[picture.PixOffset(x, y):], colour[:])
		}
	}
	return picture
}

// right is the picture with the edges moved outwards.
func right(outwards float64) func(x, y int) [4]byte {
	return func(x, y int) [4]byte {
		if depth(x, y) > -outwards {
			return [4]byte{byte(x), byte(y), 128, 255}
		}
		return [4]byte{32, 32, 32, 255}
	}
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	good := right(0)
	for _, c := range []struct {
		name  string
		pixel func(x, y int) [4]byte
		ok    bool
	}{
		{"as it must be", good, true},
		{"edges a little inwards", right(-0.9), true},
		{"edges a little outwards", right(0.9), true},
		{"edges inwards", right(-1.5), false},
		{"edges outwards", right(1.5), false},
		{"nothing drawn", func(x, y int) [4]byte { return [4]byte{32, 32, 32, 255} }, false},
		{"all drawn", func(x, y int) [4]byte { return [4]byte{byte(x), byte(y), 128, 255} }, false},
		{"all black", func(x, y int) [4]byte { return [4]byte{} }, false},
		{"upside down", func(x, y int) [4]byte { return good(x, side-1-y) }, false},
		{"a row too low", func(x, y int) [4]byte { return good(x, max(y, 1)-1) }, false},
		{"red and blue changed", func(x, y int) [4]byte { c := good(x, y); c[0], c[2] = c[2], c[0]; return c }, false},
		{"one pixel of another green", func(x, y int) [4]byte {
			c := good(x, y)
			if x == 128 && y == 128 {
				c[1]++
			}
			return c
		}, false},
	} {
		if err := check(paint(c.pixel)); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
