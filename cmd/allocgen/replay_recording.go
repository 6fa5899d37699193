package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/allocgen/allocgen/runtime/trace"
	"github.com/allocgen/allocgen/runtime/trace/convert"
)

// recording is a recording with the name that results show.
type recording struct {
	name string
	*trace.Trace
}

// readRecordings reads files, each named for its base without its extension, or
// by its path where two would share a name.
func readRecordings(paths []string) (list []recording, err error) {
	times := map[string]int{}
	for _, path := range paths {
		times[recordingName(path)]++
	}
	for _, path := range paths {
		t, err := readRecording(path)
		if err != nil {
			return nil, err
		}
		name := recordingName(path)
		if times[name] > 1 {
			name = path
		}
		list = append(list, recording{name, t})
	}
	return list, nil
}

// readRecording reads a file of any form that there is, or - for standard input. It
// refuses what is no recording.
func readRecording(path string) (*trace.Trace, error) {
	var src []byte
	var err error
	if path == "-" {
		src, err = io.ReadAll(os.Stdin)
	} else {
		src, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, err
	}
	if len(src) == 0 {
		return nil, refuse("%s: it is empty", path)
	}
	t, err := convert.Read(src)
	if err != nil {
		return nil, refuse("%s: %v", path, err)
	}
	return t, nil
}

// strayFrees counts the frees of names that no region has: that were not given, or
// freed by that name.
func (r recording) strayFrees() (n int) {
	live := map[uint64]bool{}
	for _, op := range r.Ops {
		switch op.Kind {
		case trace.Alloc:
			live[op.ID] = true
		case trace.Clear:
			clear(live)
		case trace.Free, trace.HandBack:
			if !live[op.ID] {
				n++
			}
			delete(live, op.ID)
		}
	}
	return n
}

// convertRecording writes a recording as text.
func convertRecording(c *console, from, to string) status {
	t, err := readRecording(from)
	if err != nil {
		return c.fail(err)
	}
	var text bytes.Buffer
	if err := t.Write(&text); err != nil {
		return c.fail(fmt.Errorf("%s: %w", from, err))
	}
	if to == "-" {
		c.out.Write(text.Bytes()) // whose error shows in the exit status
		return yes
	}
	if err := writeNew(c, []file{{to, text.Bytes(), missing}}); err != nil {
		return c.fail(err)
	}
	return yes
}

func recordingName(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
