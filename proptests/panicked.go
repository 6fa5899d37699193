package proptests

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// total is the law of calls that panic or do not return.
var total = law{Name: "total", Statement: "every call returns, and none panics"}

// panicked is the law that a panic breaks, for a function that recovers from it to
// return, with the line that it came about in, which is none of the runtime's.
func panicked(p any) error {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers[:])])
	where, panicking := "", false
	for more := true; more && where == ""; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if panicking && !strings.HasPrefix(frame.Function, "runtime.") {
			where = fmt.Sprintf(", at %s:%d", filepath.Base(frame.File), frame.Line)
		}
		panicking = panicking || frame.Function == "runtime.gopanic"
	}
	return total.breach(fmt.Errorf("panic: %v%s", p, where))
}
