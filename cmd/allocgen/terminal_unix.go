//go:build linux || darwin || freebsd || netbsd || dragonfly

package main

import (
	"os"
	"syscall"
	"unsafe"
)

// isTerminal reports whether a file is a terminal: only these have attributes. A
// character device can also be /dev/null.
func isTerminal(file *os.File) bool {
	var attributes syscall.Termios
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), getAttributes, uintptr(unsafe.Pointer(&attributes)))
	return failed == 0
}
