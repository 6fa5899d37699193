//go:build unix

package main

import (
	"os"
	"syscall"
	"testing"
)

// TestInterruptible: the signals that ask the command to stop end its work, not it.
func TestInterruptible(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		ctx, stop := interruptible()
		if err := syscall.Kill(os.Getpid(), s); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
		stop()
	}
}
