//go:build cgo

package main

import "fmt"

// matrix returns a square matrix, row by row, of small whole numbers: sums of
// their products are exact in a float32, in whatever order a device adds.
func matrix(n int, seed uint32) []float32 {
	values := make([]float32, n*n)
	for i := range values {
		seed = seed*1664525 + 1013904223
		values[i] = float32(int(seed>>28) - 8)
	}
	return values
}

// product returns the product of two matrices of n rows.
func product(n int, x, y []float32) []float32 {
	z := make([]float32, n*n)
	for i := range n {
		row := z[i*n:][:n]
		for k := range n {
			factor := x[i*n+k]
			for j, value := range y[k*n:][:n] {
				row[j] += factor * value
			}
		}
	}
	return z
}

// compare returns an error for the first value that is not as it should be.
func compare(got, want []float32) error {
	for i, value := range got {
		if value != want[i] {
			return fmt.Errorf("the product is wrong: value %d is %g, on the CPU it is %g", i, value, want[i])
		}
	}
	return nil
}
