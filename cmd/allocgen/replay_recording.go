package main

import (
	"bytes"
	"fmt"
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

// readRecording reads a file of any form that there is.
func readRecording(path string) (*trace.Trace, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t, err := convert.Read(src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
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
	if err := writeNew(c, []file{{to, text.Bytes(), missing}}); err != nil {
		return c.fail(err)
	}
	return yes
}

func recordingName(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
