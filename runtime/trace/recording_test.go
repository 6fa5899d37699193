package trace

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata/frames.trace")

// frames plays a small renderer that runs a neural network: weights stay,
// uploads live for three frames, activations for two layers, and now and
// then a texture is streamed in or out.
func frames(seed uint64, count int) *Trace {
	r := rand.New(rand.NewPCG(seed, 0))
	t := &Trace{Meta: []Meta{{"source", "allocgen, runtime/trace"}, {"licence", "MIT"}}}
	next := uint64(0)
	alloc := func(size, align uint64) uint64 {
		t.Ops = append(t.Ops, Op{Kind: Alloc, ID: next, Size: size, Align: align})
		next++
		return next - 1
	}
	free := func(ids ...uint64) {
		for _, id := range ids {
			t.Ops = append(t.Ops, Op{Kind: Free, ID: id})
		}
	}
	for layer := range 6 {
		alloc(uint64(layer+1)*36864, 256) // weights
		alloc(uint64(layer+1)*512, 16)    // biases
	}
	var uploads [3][]uint64
	var textures []uint64
	for frame := range count {
		slot := &uploads[frame%len(uploads)]
		free(*slot...)
		*slot = (*slot)[:0]
		for range 8 + r.IntN(8) {
			*slot = append(*slot, alloc(64+r.Uint64N(16<<10), 64))
		}
		var before uint64
		for layer := range 6 {
			activation := alloc((64<<10)>>layer+r.Uint64N(512)*4, 256)
			if layer > 0 {
				free(before)
			}
			before = activation
		}
		free(before)
		switch {
		case r.IntN(4) == 0 || len(textures) == 0:
			textures = append(textures, alloc(4<<(2*(3+r.IntN(5))), 4096))
		case r.IntN(3) == 0:
			i := r.IntN(len(textures))
			free(textures[i])
			textures = append(textures[:i], textures[i+1:]...)
		}
	}
	for _, ids := range uploads {
		free(ids...)
	}
	free(textures...)
	return t
}

// TestFrames holds the carried recording to the workload above.
func TestFrames(t *testing.T) {
	tr := frames(1, 120)
	s := tr.Summarise()
	tr.Meta = append(tr.Meta,
		Meta{"ops", summaryLine(s)[len("ops "):]},
		Meta{"note", "a renderer with a small neural network, 120 frames, made by a program"})
	var want bytes.Buffer
	if err := tr.Write(&want); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "frames.trace")
	if *update {
		if err := os.WriteFile(path, want.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s differs from its program; go test -update rewrites it", path)
	}
}

// recordings lists the carried recordings and, where there are any, those of
// the directory that ALLOCGEN_TRACES names or of ../shared/traces beside the
// project.
func recordings(t *testing.T) []string {
	dir := os.Getenv("ALLOCGEN_TRACES")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "traces")
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.trace"))
	if err != nil {
		t.Fatal(err)
	}
	return append(paths, filepath.Join("testdata", "frames.trace"), filepath.Join("testdata", "git_log.trace"))
}

// summaryLine spells s as the headers of recordings do.
func summaryLine(s Summary) string {
	return fmt.Sprintf("ops %d allocs %d frees %d peak_live_bytes %d max_concurrent %d largest %d never_freed %d",
		s.Ops, s.Allocs, s.Frees, s.PeakLive, s.PeakRegions, s.Largest, s.NeverFreed)
}

func TestRecordings(t *testing.T) {
	for _, path := range recordings(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		tr, err := Read(bytes.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if want := summaryLine(tr.Summarise()); !strings.Contains(string(text), "\n# "+want+"\n") {
			t.Errorf("%s: header does not say %q", path, want)
		}
		var written bytes.Buffer
		if err := tr.Write(&written); err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if again, err := Read(&written); err != nil || !reflect.DeepEqual(again, tr) {
			t.Errorf("%s: does not survive a round trip: %v", path, err)
		}
	}
}
