package monomorphic

import (
	"slices"
	"testing"
)

// TestGeneratedPackages: no value that a generated package handles, outside of
// the functions of mayHold, is of a kind that hides at run time what is behind
// it, and none starts a goroutine or piles up defers. What a program calls all
// the time makes no call but of functions known by name, and of the driver.
func TestGeneratedPackages(t *testing.T) {
	for module, directories := range generated(t) {
		program, list := load(t, module, nil, append(directories, vkrt)...)
		for _, p := range list {
			if p.PkgPath == vkrt {
				continue
			}
			findings, values := check(program, p)
			serves, asks := hot(program, p)
			for _, f := range slices.Concat(findings, serves.findings, asks.findings) {
				t.Error(f)
			}
			if forDevice := p.Imports[vkrt] != nil; values < 1000 || len(serves.seen) < 20 || forDevice != (serves.driver > 0) {
				t.Errorf("%s: %d values were checked, %d hot functions, %d calls of the driver", p.Name, values, len(serves.seen), serves.driver)
			}
		}
	}
}
