package proptests

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// whence returns the line of the package under test at which most of the memory comes
// about that f takes of Go's heap; nothing if it can't be told.
func whence(f func()) (line string) {
	rate := runtime.MemProfileRate
	runtime.MemProfileRate = 1
	f()
	runtime.MemProfileRate = rate
	for range 2 { // what is in the profile
		runtime.GC()
	}
	n, _ := runtime.MemProfile(nil, true)
	records := make([]runtime.MemProfileRecord, n+64) // some more for what comes meanwhile
	n, _ = runtime.MemProfile(records, true)
	most := int64(0)
	for _, r := range records[:n] {
		if at := lineWithin(r.Stack(), ".liveSteadily"); at != "" && r.AllocBytes > most {
			line, most = at, r.AllocBytes
		}
	}
	return line
}

// lineWithin returns the line of the package under test that a stack ends in, if it
// is within a function.
func lineWithin(stack []uintptr, function string) (line string) {
	frames := runtime.CallersFrames(stack)
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if line == "" && strings.HasPrefix(frame.Function, tested()+".") {
			line = fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line)
		}
		if strings.HasSuffix(frame.Function, function) {
			return line
		}
	}
	return ""
}
