package proptests

import (
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// TestWatch: of an operation that doesn't end, those before it are said, and the
// line that it is at.
func TestWatch(t *testing.T) {
	s := naiveSubject(declarations()["ladder"], "")
	release, reported := make(chan struct{}), make(chan error, 1)
	w := &watch{patience: 10 * time.Millisecond, over: make(chan struct{})}
	w.report = func(err error) {
		reported <- err
		close(release)
	}
	opened := s.New
	s.New = func() Instance {
		in := opened()
		free := in.Free
		in.Free = func(handle uint64) Failure {
			if handle&0xffffff == 1 && len(reported) == 0 { // in the second slot
				go w.keep() // only now, as another operation may take long too
				<-release
			}
			return free(handle)
		}
		return in
	}
	_, err := explore(s, config{scope: 4, seed: 1}, w)
	if err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`^law total: every call returns, and none panics
broken: the last operation, or what laws do after it, has not ended after 10ms; it is at watch_test.go:\d+
found by trying all short sequences, after these 2 operations:
a 0 1 1
a 0 1 1
$`)
	if err := <-reported; !want.MatchString(err.Error()) {
		t.Error(err)
	}
}

// TestWatchTogether: so it is where several goroutines make calls, of which no list is
// kept.
func TestWatchTogether(t *testing.T) {
	var calls atomic.Int32
	var released atomic.Bool
	reported := make(chan error, 1)
	w := &watch{patience: 10 * time.Millisecond, over: make(chan struct{})}
	w.report = func(err error) {
		reported <- err
		released.Store(true)
	}
	s := naiveSubject(deviceBlocks()["crowded blocks"], "")
	trials, err := s.trials()
	if err != nil {
		t.Fatal(err)
	}
	on := trials[0]
	opened := on.NewOn
	on.NewOn = func(device *vkrt.Device) (Instance, bool) {
		in, opens := opened(device)
		alloc := in.Alloc
		in.Alloc = func(size, align uint64, flags Flags) (uint64, Failure) {
			if calls.Add(1) == 100 {
				go w.keep()
				for !released.Load() {
				}
			}
			return alloc(size, align, flags)
		}
		return in, opens
	}
	on.watch = w
	if found := together(on); found != nil {
		t.Fatal(found)
	}
	want := regexp.MustCompile(`^law total: every call returns, and none panics
broken: a call has not ended after 10ms; it is at watch_test.go:\d+
found by using several goroutines, `)
	if err := <-reported; !want.MatchString(err.Error()) {
		t.Error(err)
	}
}
