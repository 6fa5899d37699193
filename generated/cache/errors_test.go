package cache_test

import (
	"errors"
	"testing"

	"github.com/allocgen/allocgen/generated/cache"
)

// TestErrorSet: each failure is the error that the spec has for it, with the
// code and the message declared there; what it leaves out keeps its own name.
func TestErrorSet(t *testing.T) {
	a, _ := cache.New()
	failed := func(_ cache.FramesHandle, failure cache.Failure) cache.Failure { return failure }
	for _, c := range []struct {
		failure cache.Failure
		want    cache.Code
		code    int
		text    string
	}{
		{failed(a.Frames.Alloc(2<<20, 1)), cache.TooBig, 2,
			"a frame of 2 MiB (2097152 bytes) is above the 1 MiB (1048576 bytes) of frames"},
		{failed(a.Frames.Alloc(0, 1)), cache.EmptyFrame, 4, "an empty frame: the size is 0"},
		{failed(a.Frames.Alloc(1, 3)), cache.Misuse, 3, "arena frames: invalid request: the alignment is not a power of two"},
		{a.Frames.Free(cache.FramesHandle{}), cache.Misuse, 3, "arena frames: the handle names no live region"},
	} {
		if c.failure.Code() != c.want || int(c.failure.Code()) != c.code || c.failure.String() != c.text {
			t.Errorf("%v %d: %q, want %v %d: %q", c.failure.Code(), c.failure.Code(), c.failure, c.want, c.code, c.text)
		}
		if err := c.failure.Err(); !errors.Is(err, c.want) || err.Error() != "cache: "+c.text {
			t.Errorf("as an error: %v", err)
		}
	}
	for range 1000 {
		if _, failure := a.Frames.Alloc(100, 1); failure.Failed() {
			t.Fatal(failure)
		}
	}
	if _, failure := a.Frames.Alloc(100, 1); failure.Code() != cache.Full || failure.String() != "no room in frames for another frame" {
		t.Error(failure)
	}
	if failure := a.Close(); failure.Code() != cache.LiveAllocations || failure.Code() != 1021 || failure.Count() != 1000 {
		t.Error(failure)
	}
}
