package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/allocgen/allocgen/runtime/trace"
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
		src, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		t, err := trace.Read(bytes.NewReader(src))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		name := recordingName(path)
		if times[name] > 1 {
			name = path
		}
		list = append(list, recording{name, t})
	}
	return list, nil
}

func recordingName(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
