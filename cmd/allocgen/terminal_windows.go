package main

import (
	"os"
	"syscall"
)

// isTerminal reports whether a file is a console that takes escape codes for what
// they are.
func isTerminal(file *os.File) bool {
	const virtualTerminal = 4 // ENABLE_VIRTUAL_TERMINAL_PROCESSING
	var mode uint32
	err := syscall.GetConsoleMode(syscall.Handle(file.Fd()), &mode)
	return err == nil && mode&virtualTerminal != 0
}
