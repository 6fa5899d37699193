package main

import (
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var out strings.Builder
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(out.String(), " filled 1000 bytes in memory of allocgen\n") {
		t.Errorf("it said %q", &out)
	}
}
