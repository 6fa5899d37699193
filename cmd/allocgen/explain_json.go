package main

import (
	"encoding/json"

	"github.com/allocgen/allocgen/spec"
)

// planJSON is a plan as JSON.
type planJSON struct {
	Source   string        `json:"source"`
	Package  string        `json:"package"`
	Hash     string        `json:"hash"`
	Settings []settingJSON `json:"settings"`
	Device   *fitJSON      `json:"device,omitempty"`
}

// settingJSON is a setting: sizes in bytes, null for no limit and for nothing. It
// has either a place or whose default it is.
type settingJSON struct {
	Path    string `json:"path"`
	Value   any    `json:"value"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Col     int    `json:"col,omitempty"`
	Default string `json:"default,omitempty"`
}

// fitJSON is how a plan works out on a device.
type fitJSON struct {
	Name     string        `json:"name"`
	Arenas   []arenaJSON   `json:"arenas"`
	Warnings []warningJSON `json:"warnings"`
}

type arenaJSON struct {
	Name   string     `json:"name"`
	Strict bool       `json:"strict"`
	Types  []typeJSON `json:"types"`
}

type typeJSON struct {
	Index    uint32 `json:"index"`
	Flags    string `json:"flags"`
	Heap     uint32 `json:"heap"`
	HeapSize uint64 `json:"heap_size"`
	Lacks    string `json:"lacks"`
	Has      string `json:"has"`
}

type warningJSON struct {
	Arena   string `json:"arena,omitempty"`
	Pool    string `json:"pool,omitempty"`
	Message string `json:"message"`
}

// printPlanJSON prints a plan, and how it works out on a device if there is one.
func printPlanJSON(c *console, account *spec.Account, fit *spec.Fit) status {
	plan := planJSON{Source: account.Plan.Source, Package: account.Plan.Package, Hash: account.Plan.Hash()}
	for _, s := range account.Settings {
		o := s.Origin
		plan.Settings = append(plan.Settings, settingJSON{s.Path(), s.Value, o.File, o.Line, o.Col, o.Default})
	}
	if fit != nil {
		plan.Device = fitInJSON(fit)
	}
	return c.printJSON(plan)
}

func fitInJSON(fit *spec.Fit) *fitJSON {
	on := &fitJSON{Name: fit.Device.Name, Warnings: []warningJSON{}}
	for _, a := range fit.Arenas {
		of := arenaJSON{Name: a.Arena, Strict: a.Strict, Types: []typeJSON{}}
		for _, t := range a.Types {
			of.Types = append(of.Types, typeJSON{t.Index, t.Flags.String(), t.Heap, t.HeapSize, t.Lacks.String(), t.Has.String()})
		}
		on.Arenas = append(on.Arenas, of)
	}
	for _, w := range fit.Caveats {
		on.Warnings = append(on.Warnings, warningJSON{w.Arena, w.Pool, w.Message})
	}
	return on
}

// printJSON prints a value as indented JSON.
func (c *console) printJSON(value any) status {
	e := json.NewEncoder(c.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		return c.fail(err)
	}
	return yes
}
