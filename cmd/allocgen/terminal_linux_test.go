package main

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// open opens a file for the test.
func open(t *testing.T, path string) *os.File {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

// TestPaletteOf: colours are for a terminal alone, which a device such as
// /dev/null is not, and not where they are declined.
func TestPaletteOf(t *testing.T) {
	terminal := open(t, "/dev/ptmx")
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	if !paletteOf(terminal) {
		t.Error("no colours on a terminal")
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close()
	if paletteOf(write) || paletteOf(open(t, "/dev/null")) || paletteOf(&bytes.Buffer{}) {
		t.Error("colours in a pipe, in /dev/null or in memory")
	}
	for _, declined := range [][2]string{{"NO_COLOR", "1"}, {"NO_COLOR", "0"}, {"TERM", "dumb"}} {
		t.Run(declined[0]+"="+declined[1], func(t *testing.T) {
			t.Setenv(declined[0], declined[1])
			if paletteOf(terminal) {
				t.Error("colours where they are declined")
			}
		})
	}
}

// terminalPair returns the two ends of a terminal.
func terminalPair(t *testing.T) (controller, terminal *os.File) {
	t.Helper()
	controller = open(t, "/dev/ptmx")
	var number, unlocked uint32
	for request, argument := range map[uintptr]*uint32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &unlocked} {
		if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, controller.Fd(), request, uintptr(unsafe.Pointer(argument))); failed != 0 {
			t.Fatal(failed)
		}
	}
	return controller, open(t, fmt.Sprintf("/dev/pts/%d", number))
}

// TestRunInColour: a whole command line whose errors go to a terminal.
func TestRunInColour(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	path := t.TempDir() + "/bad.yaml"
	if err := os.WriteFile(path, []byte(painted), 0o644); err != nil {
		t.Fatal(err)
	}
	controller, terminal := terminalPair(t)
	if got := run([]string{"explain", path}, &bytes.Buffer{}, terminal); got != no {
		t.Fatalf("status %d", got)
	}
	shown := make([]byte, 4096)
	n, err := controller.Read(shown)
	if err != nil || !bytes.Contains(shown[:n], []byte("\x1b[1;31merror AG104:\x1b[0m")) {
		t.Errorf("a terminal shows %q, %v", shown[:n], err)
	}
}
