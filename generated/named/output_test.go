package named

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// unwritable returns files that cannot be written to, by what is wrong.
func unwritable(t *testing.T) map[Detail]*os.File {
	t.Helper()
	files := map[Detail]*os.File{NoFile: nil}
	keep := func(detail Detail, file *os.File, err error) *os.File {
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		files[detail] = file
		return file
	}
	path := filepath.Join(t.TempDir(), "report")
	file, err := os.Create(path)
	keep(FileClosed, file, err).Close()
	file, err = os.Open(path)
	keep(FileRefused, file, err)
	file, err = os.OpenFile("/dev/full", os.O_WRONLY, 0)
	keep(FileFull, file, err)
	reader, file, err := os.Pipe()
	keep(PipeClosed, file, err)
	reader.Close()
	reader, file, err = os.Pipe()
	keep(FileDeadline, file, err).SetWriteDeadline(time.Unix(1, 0))
	t.Cleanup(func() { reader.Close() })
	return files
}

// TestUnwrittenReports: whatever keeps a report from its file, the failure says
// what, errors.Is finds it, and the allocator is as before and works.
func TestUnwrittenReports(t *testing.T) {
	wants := map[Detail]struct {
		errno syscall.Errno
		is    error
		text  string
	}{
		NoFile:       {0, fs.ErrInvalid, "there is no file"},
		FileClosed:   {0, fs.ErrClosed, "the file is closed"},
		FileDeadline: {0, os.ErrDeadlineExceeded, "the file's deadline has passed"},
		FileFull:     {syscall.ENOSPC, syscall.ENOSPC, "there is no space left for it (no space left on device)"},
		PipeClosed:   {syscall.EPIPE, syscall.EPIPE, "nothing reads the pipe any more (broken pipe)"},
		FileRefused:  {syscall.EBADF, syscall.EBADF, "the system refused it (bad file descriptor)"},
	}
	a, _ := fresh(t)
	h, _ := a.Meshes.Alloc(1000, 1)
	a.Meshes.SetName(h, "kept")
	before, _ := a.Stats()
	text := report(t, a)
	files := unwritable(t)
	if len(files) != len(wants) {
		t.Fatalf("%d files", len(files))
	}
	for detail, file := range files {
		failure, want := a.WriteLeaks(file), wants[detail]
		if failure != (Failure{what: what{condition: output, detail: detail}, a: uint64(want.errno)}) || failure.Code() != Output || failure.Code() != 25 ||
			failure.Detail() != detail || failure.Errno() != uint64(want.errno) || failure.Arena() != "" {
			t.Errorf("%v: %+v", detail, failure)
		}
		if failure.String() != "the report could not be written: "+want.text {
			t.Errorf("%v: %q", detail, failure)
		}
		err := failure.Err()
		if !errors.Is(err, Output) || !errors.Is(err, want.is) || errors.Is(err, fs.ErrExist) {
			t.Errorf("%v: %v", detail, err)
		}
		var errno syscall.Errno
		if errors.As(err, &errno) != (want.errno != 0) || errno != want.errno {
			t.Errorf("%v: as a number %d, want %d", detail, errno, want.errno)
		}
		if after, failure := a.Stats(); failure.Failed() || after != before || report(t, a) != text {
			t.Errorf("%v: %+v (%v), before %+v", detail, after, failure, before)
		}
	}
	other, failure := a.Staging.Alloc(10, 1)
	if failure.Failed() || a.Staging.Free(other).Failed() {
		t.Error(failure)
	}
}

// TestWrittenReport: what is written is what is appended, after what the file
// has.
func TestWrittenReport(t *testing.T) {
	a, _ := fresh(t)
	for range 20 {
		a.Meshes.Alloc(1000, 1)
	}
	path := filepath.Join(t.TempDir(), "report")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for range 2 {
		if failure := a.WriteLeaks(file); failure != (Failure{}) {
			t.Fatal(failure)
		}
	}
	written, err := os.ReadFile(path)
	if want := strings.Repeat(report(t, a), 2); err != nil || string(written) != want {
		t.Errorf("%v, written:\n%swant\n%s", err, written, want)
	}
}

// TestNoReportOfAClosedOrPoisonedAllocator: the text stays as it is, and the
// file too.
func TestNoReportOfAClosedOrPoisonedAllocator(t *testing.T) {
	refuses := func(a *Allocator, want Code) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "report")
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		text, failure := a.AppendLeaks([]byte("before"))
		if string(text) != "before" || failure.Code() != want {
			t.Errorf("%q, %v", text, failure)
		}
		written := a.WriteLeaks(file)
		if info, err := file.Stat(); err != nil || info.Size() != 0 || written != failure {
			t.Errorf("%v, %v", written, err)
		}
	}
	a, _ := fresh(t)
	a.Staging.poisoned = true
	refuses(a, SynchronizationPoisoned)
	a.Recover()
	report(t, a)
	a.Close()
	refuses(a, Closed)
}
