package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/allocgen/allocgen/internal/snapshot"
	"github.com/allocgen/allocgen/internal/view"
	"github.com/allocgen/allocgen/runtime/replay"
)

// picture reads what is to be drawn. A dump or a history is drawn as it is, unless
// a spec is given; all else is replayed.
func (v viewing) picture(c *console, spec string, given bool, path string) (*view.Picture, status) {
	if given {
		return v.replayed(c, spec, path)
	}
	text, err := beginning(path)
	if err != nil {
		return nil, c.fail(err)
	}
	p := &view.Picture{Title: filepath.Base(path)}
	switch {
	case snapshot.IsHistory(text):
		p.History, err = snapshot.ReadHistory(bytes.NewReader(text))
	case bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")):
		p.Snapshot, err = snapshot.Read(bytes.NewReader(text))
	default:
		return v.replayed(c, spec, path)
	}
	if wrong, ok := errors.AsType[*snapshot.Error](err); ok {
		fmt.Fprintf(c.err, "%s:%v\n", path, wrong)
		return nil, no
	}
	if err != nil {
		return nil, c.fail(err)
	}
	return p, yes
}

// beginning reads a file, up to what a dump or a history may have and a byte more.
func beginning(path string) ([]byte, error) {
	source, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	return io.ReadAll(io.LimitReader(source, snapshot.MaxFile+1))
}

// replayed is the history of a recording in the arena of a spec.
func (v viewing) replayed(c *console, spec, path string) (*view.Picture, status) {
	recordings, err := readRecordings([]string{path})
	if _, unread := errors.AsType[*fs.PathError](err); err != nil && !unread {
		c.say("%v", err)
		return nil, no
	}
	if err != nil {
		return nil, c.fail(err)
	}
	driven, answer := drive(c, []string{spec}, v.arena, v.device)
	switch {
	case answer != yes:
		return nil, answer
	case len(driven) > 1:
		return nil, c.misused("view", "%s has several arenas: name the one to replay in with -arena", spec)
	}
	driven[0].warn(c, recordings[0], 0)
	ctx, stop := interruptible()
	defer stop()
	program, err := buildDriver(ctx, driven)
	if err != nil {
		return nil, undrawn(ctx, c, err)
	}
	defer program.remove()
	watch, history := watcher(c), newHistory(driven[0])
	err = program.run(ctx, replay.Job{Placements: true}, recordings, func(event replay.Event) {
		watch.see(event)
		history.see(event)
		if event.Result != nil && event.Result.Error != "" {
			c.say("%s: %s", driven[0].name(), event.Result.Error)
			answer = unclear
		}
	})
	if err != nil {
		return nil, undrawn(ctx, c, err)
	}
	title := fmt.Sprintf("%s in arena %s of %s", filepath.Base(path), driven[0].arena.Name, filepath.Base(spec))
	return &view.Picture{Title: title, History: &history.History}, answer
}

// undrawn says why a replay came to no picture.
func undrawn(ctx context.Context, c *console, err error) status {
	if ctx.Err() != nil {
		c.say("interrupted: nothing is drawn")
		return unclear
	}
	return c.fail(err)
}
