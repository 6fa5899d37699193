package monomorphic

import "testing"

// TestGeneratedPackages: no value that a generated package handles, outside of
// the functions of mayHold, is of a kind that hides at run time what is behind
// it, and none starts a goroutine or piles up defers. What a program calls all
// the time makes no call but of functions known by name, and of the driver.
func TestGeneratedPackages(t *testing.T) {
	for module, directories := range generated(t) {
		program, list := load(t, module, nil, append(directories, runtime)...)
		for _, p := range list {
			if p.PkgPath == runtime {
				continue
			}
			findings, values := check(program, p)
			inHot, reached, driver := hot(program, p)
			for _, f := range append(findings, inHot...) {
				t.Error(f)
			}
			if forDevice := p.Imports[runtime] != nil; values < 1000 || reached < 20 || forDevice != (driver > 0) {
				t.Errorf("%s: %d values were checked, %d hot functions, %d calls of the driver", p.Name, values, reached, driver)
			}
		}
	}
}
