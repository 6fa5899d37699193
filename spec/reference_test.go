package spec

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write docs/reference.md anew")

// TestReferenceFile: the committed reference is what the tables say.
func TestReferenceFile(t *testing.T) {
	const path = "../docs/reference.md"
	if *update {
		if err := os.WriteFile(path, Reference(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, Reference()) {
		t.Error("docs/reference.md is not what the tables say: run make generate")
	}
}
