package templates

import "github.com/allocgen/allocgen/templates/internal/glue"

// Driven is an arena that a driver replays recordings in. Spec is the name that
// results show, ImportPath that of the package that Emit makes of Plan.
type Driven = glue.Driven

// EmitDriver returns the file of a program, a package main, that replays
// recordings in arenas. It links them to package runtime/replay, as its subjects
// in this order. Packages of several plans need import paths of their own.
func EmitDriver(arenas []Driven) (File, error) { return glue.Driver(arenas) }
