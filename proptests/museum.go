package proptests

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/profiles"
)

// Museum replays the exhibits of a directory, files NAME.ops, on the subjects, each on
// the arenas that it names, and holds both the instance and the model to what it
// expects; the laws hold besides. Every subject must be named by one. The README of the
// directory says how an exhibit is written.
func Museum(t *testing.T, directory fs.FS, subjects ...Subject) {
	t.Helper()
	exhibits, err := readMuseum(directory)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range subjects {
		name := s.Declaration.Package + "." + s.Declaration.Arena
		shown := 0
		for _, e := range exhibits {
			if !e.isOf(name) {
				continue
			}
			shown++
			t.Run(name+"/"+strings.TrimSuffix(e.file, exhibitSuffix), func(t *testing.T) {
				if err := e.replay(s); err != nil {
					t.Error(err)
				}
			})
		}
		if shown == 0 {
			t.Errorf("no exhibit is for the arena %s", name)
		}
	}
}

const exhibitSuffix = ".ops"

// readMuseum reads the exhibits of a directory.
func readMuseum(directory fs.FS) (list []*exhibit, err error) {
	files, err := fs.Glob(directory, "*"+exhibitSuffix)
	if err != nil {
		return nil, err
	}
	var wrong []error
	for _, file := range files {
		text, err := fs.ReadFile(directory, file)
		if err != nil {
			return nil, err
		}
		e, err := readExhibit(path.Base(file), string(text))
		list, wrong = append(list, e), append(wrong, err)
	}
	if len(files) == 0 {
		wrong = append(wrong, errors.New("no exhibit NAME.ops"))
	}
	return list, errors.Join(wrong...)
}

// trial returns the subject on the device of an exhibit, or on the host.
func (e *exhibit) trial(s Subject) (trial, error) {
	t := trial{Subject: s}
	if (s.Declaration.Memory == nil) != (e.device == "") {
		return t, fmt.Errorf("%s: an arena on a device needs the name of one, and no other does", e.file)
	}
	if e.device == "" {
		return t, nil
	}
	p, ok := profiles.ByName(e.device)
	if pinned := s.Declaration.Pinned; pinned != nil {
		p, ok = *pinned, e.device == "pinned"
	}
	if !ok {
		return t, fmt.Errorf("%s: no device %q", e.file, e.device)
	}
	opens, err := s.opensOn(&p)
	if err != nil || !opens {
		return t, fmt.Errorf("%s: the subject does not open on the device %q: %v", e.file, e.device, err)
	}
	t.profile, t.preceding = &p, s.preceding(&p)
	return t, nil
}

// replay lives through an exhibit.
func (e *exhibit) replay(s Subject) error {
	t, err := e.trial(s)
	if err != nil {
		return err
	}
	in := newInterpreter(t, 0)
	defer in.abandon()
	for _, step := range e.steps {
		err := in.apply(step.op)
		if err == nil {
			err = step.wants.of(in)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %s: %w", e.file, step.line, step.op, err)
		}
	}
	if err := in.finish(); err != nil {
		return fmt.Errorf("%s: at the end: %w", e.file, err)
	}
	return nil
}

// of holds the last step of an interpreter, on both its sides, to what is wanted.
func (w wants) of(in *interpreter) error {
	var modelled []Usage
	var peaks Usage
	for _, p := range in.model.pools {
		modelled = append(modelled, p.usage)
	}
	for _, p := range in.now.peaks {
		peaks.BytesReserved += p.BytesReserved
	}
	native := 0
	if in.fake != nil {
		native = len(in.fake.Live()) - len(in.siblings.memory)
	}
	for _, side := range []struct {
		name string
		got  outcome
		now  Usage
	}{{"the instance", in.step.got, Sum(in.now.usage)}, {"the model", in.step.want, Sum(modelled)}} {
		if side.got.failure.Condition != w.failure {
			return fmt.Errorf("%s: %v, want %v", side.name, side.got.failure, Failure{Condition: w.failure})
		}
		figures := map[string]uint64{
			"at": side.got.at.Offset, "block": uint64(side.got.at.Block), "returns": side.got.returned,
			"reserved": side.now.BytesReserved, "in_use": side.now.BytesInUse, "padding": side.now.BytesPadding,
			"regions": side.now.NumberAllocs, "blocks": side.now.NumberBlocks,
			"peak": peaks.BytesReserved, "native": uint64(native), "made": in.model.acquired,
		}
		for _, f := range w.figures {
			if got := figures[f.name]; got != f.value {
				return fmt.Errorf("%s: %s %d, want %d", side.name, f.name, got, f.value)
			}
		}
	}
	return nil
}
