//go:build darwin || freebsd || netbsd || dragonfly

package main

import "syscall"

// getAttributes is the request for the attributes of a terminal.
const getAttributes = syscall.TIOCGETA
