package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interruptible returns a context that ends when the user or the system asks the
// command to stop, so that it can say what it has by then and clean up.
func interruptible() (ctx context.Context, stop context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}
