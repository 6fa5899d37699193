package generated

import (
	"os"
	"time"
)

// writing is an act: the report of what is live, to a file.
func writing(open func() *os.File) func(*subject) string {
	return func(s *subject) string {
		file := open()
		defer file.Close()
		_, failure := call(s.allocator, "WriteLeaks", file)
		return failure
	}
}

// Files that cannot be written to.

func noFile() *os.File { return nil }

func closedFile() *os.File {
	file := opened(os.Open(os.DevNull))
	file.Close()
	return file
}

func readOnlyFile() *os.File { return opened(os.Open(os.DevNull)) }

func fullFile() *os.File { return opened(os.OpenFile("/dev/full", os.O_WRONLY, 0)) }

func unreadPipe() *os.File {
	reader, writer, err := os.Pipe()
	opened(reader, err).Close()
	return writer
}

func lateFile() *os.File {
	file := unreadPipe()
	if err := file.SetWriteDeadline(time.Unix(1, 0)); err != nil {
		panic(err)
	}
	return file
}

// opened is a file that the tests cannot do without.
func opened(file *os.File, err error) *os.File {
	if err != nil {
		panic(err)
	}
	return file
}
