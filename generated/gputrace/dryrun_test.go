package gputrace

import (
	"strings"
	"testing"
)

// TestDryRunsAreRecorded: when one begins and ends, and which region's memory was
// used first.
func TestDryRunsAreRecorded(t *testing.T) {
	a, _ := fresh(t)
	file, text := written(t)
	must(t, a.Device.Record(file))
	must(t, a.DryRun(true))
	h, failure := a.Device.Alloc(1000, 1)
	must(t, failure)
	again, failure := a.Device.Alloc(1000, 1)
	must(t, failure)
	for _, h := range []DeviceHandle{again, h} {
		_, failure = a.Device.Memory(h)
		must(t, failure)
	}
	must(t, a.DryRun(false))
	must(t, a.Device.Record(nil))
	if got, want := text(), "d 1\na 0 1000 1\na 1 1000 1\nu 1\nd 0\n"; got != want {
		t.Errorf("recorded\n%swant\n%s", got, want)
	}
	must(t, a.Device.Clear())
}

// TestBlocksWithoutMemoryAreRecorded: a recording that begins where there are some
// leads to them.
func TestBlocksWithoutMemoryAreRecorded(t *testing.T) {
	a, _ := fresh(t)
	_, failure := a.Upload.Alloc(1000, 1)
	must(t, failure)
	must(t, a.DryRun(true))
	_, failure = a.Upload.Alloc(2000, 1)
	must(t, failure)
	for _, c := range []struct {
		on   bool
		want string
	}{
		{true, "d 1\na 0 1000 256\na 1 2000 256\nu 0\n"},
		{false, "d 1\na 0 1000 256\na 1 2000 256\nu 0\nd 0\n"},
	} {
		must(t, a.DryRun(c.on))
		file, text := written(t)
		must(t, a.Upload.Record(file))
		must(t, a.Upload.Record(nil))
		if got := text(); !strings.HasSuffix(got, PlanHash+"\n"+c.want) {
			t.Errorf("recorded\n%swant\n%s", got, c.want)
		}
	}
	must(t, a.Upload.Clear())
}
