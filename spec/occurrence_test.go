package spec

import (
	"slices"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// small is a pool of sliced pages.
func small(page, slice, capacity uint64) Pool {
	return Pool{"small", SlicedPages, []Param{{"page_size", page}, {"max_slice_size", slice}, {"max_pool_size", capacity}, {"contents", 0}, {"dealloc_period", 0}}}
}

// Pools of the other kinds.
var (
	whole  = Pool{"whole", "exclusive_pages", []Param{{"max_alloc_size", 1 << 20}, {"dealloc_period", 0}}}
	single = Pool{"single", "direct", []Param{{"reclaim_at", Unlimited}}}
)

// planOf returns a plan of one arena upload with the pools.
func planOf(c Concurrency, pools ...Pool) *Plan {
	return &Plan{Target: Host, Concurrency: c, Arenas: []Arena{{Name: "upload", Alignment: 256, MaxLive: 9, Generations: 3, Pools: pools}}}
}

// hows returns how a method meets a condition, one way a line.
func hows(p *Plan, operation, c string) string {
	var lines []string
	for _, o := range p.Occurrences() {
		if o.Operation == operation && o.Condition.Condition == c {
			lines = append(lines, o.String())
		}
	}
	return strings.Join(lines, "\n")
}

func TestWhenARequestIsTooLargeOrAPoolFull(t *testing.T) {
	const (
		overflow = " has no capacity, so its blocks can add up to more than the arena's share of 2^64 bytes"
		atSlice  = "Alloc in arena upload: no pool accepts more than 4 KiB (4096 bytes), the limit that max_slice_size sets for pool small"
		atWhole  = "Alloc in arena upload: no pool accepts more than 1 MiB (1048576 bytes), the limit that max_alloc_size sets for pool whole"
		fullOf1M = "Alloc in arena upload: pool small has max_pool_size 1 MiB (1048576 bytes), so it can be full"
	)
	ofSmall := "Alloc in arena upload: pool small of kind sliced_pages" + overflow
	ofWhole := "Alloc in arena upload: pool whole of kind exclusive_pages" + overflow
	ofSingle := "Alloc in arena upload: pool single of kind direct" + overflow
	for _, c := range []struct {
		pools          []Pool
		tooLarge, full string
	}{
		{[]Pool{small(65536, 4096, 1<<20)}, atSlice, fullOf1M},
		{[]Pool{small(65536, 4096, Unlimited)},
			"Alloc in arena upload: no pool accepts more than 64 KiB (65536 bytes), the limit that page_size sets for pool small\n" + ofSmall, ""},
		{[]Pool{small(65536, 4096, 1000)},
			"Alloc in arena upload: no pool accepts more than 768 bytes, the limit that max_pool_size sets for pool small",
			"Alloc in arena upload: pool small has max_pool_size 1000 bytes, so it can be full"},
		{[]Pool{small(65536, 4096, 100)}, atSlice[:len("Alloc in arena upload: no pool accepts more than 4 KiB (4096 bytes), the limit that ")] + "max_pool_size sets for pool small",
			"Alloc in arena upload: pool small has max_pool_size 100 bytes, too little for a page"},
		// A pool without a capacity takes what a full one refuses.
		{[]Pool{small(65536, 4096, 1<<20), whole}, atWhole + "\n" + ofWhole, ""},
		{[]Pool{whole, small(2<<20, 2<<20, 1<<20)}, atWhole + "\n" + ofWhole, ""},
		{[]Pool{small(4<<20, 2<<20, 8<<20), whole},
			"Alloc in arena upload: no pool accepts more than 2 MiB (2097152 bytes), the limit that max_slice_size sets for pool small\n" + ofWhole,
			"Alloc in arena upload: pool small has max_pool_size 8 MiB (8388608 bytes), so it can be full"},
		{[]Pool{small(65536, 4096, 1<<20), single}, ofSingle, ""},
		{[]Pool{whole, single}, ofWhole + "\n" + ofSingle, ""},
	} {
		p := planOf(None, c.pools...)
		if got := hows(p, "Alloc", "AllocationTooLarge"); got != c.tooLarge {
			t.Errorf("%v: too large\n%s\nwant\n%s", c.pools, got, c.tooLarge)
		}
		if got := hows(p, "Alloc", "PoolCapacityExceeded"); got != c.full {
			t.Errorf("%v: full\n%s\nwant\n%s", c.pools, got, c.full)
		}
	}
}

func TestWhichMethodsMeetWhichConditions(t *testing.T) {
	for _, c := range []struct {
		concurrency   Concurrency
		arena, method string
		want          string
	}{
		{None, "upload", "Alloc", "InvalidRequest.size_is_zero InvalidRequest.alignment_is_zero InvalidRequest.alignment_too_large InvalidRequest.alignment_not_power_of_two " +
			"SerialExhausted HostAllocationFailed AllocationTooLarge PoolCapacityExceeded Closed"},
		{None, "upload", "Free", "UnknownAllocation WrongAllocator Closed"},
		{None, "upload", "Offset", "UnknownAllocation WrongAllocator Closed"},
		{None, "upload", "Name", "UnknownAllocation WrongAllocator Closed"},
		{Mutex, "upload", "SetName", "UnknownAllocation WrongAllocator SynchronizationPoisoned Closed"},
		{Mutex, "upload", "CallSite", ""},
		{None, "upload", "Clear", "Closed"},
		{None, "", "Close", "LiveAllocations Closed"},
		{None, "", "AppendLeaks", "Closed"},
		{Mutex, "", "WriteLeaks", "SynchronizationPoisoned Closed Output.no_file Output.file_closed Output.file_deadline Output.file_full Output.pipe_closed Output.file_refused"},
		{None, "", "Recover", ""},
		{None, "", "New", ""},
		{Mutex, "upload", "Size", "UnknownAllocation WrongAllocator SynchronizationPoisoned Closed"},
		{Mutex, "upload", "Stats", "SynchronizationPoisoned Closed"},
		{Mutex, "", "Stats", "SynchronizationPoisoned Closed"},
		{Mutex, "", "Peaks", "SynchronizationPoisoned Closed"},
		{Mutex, "", "Close", "SynchronizationPoisoned LiveAllocations Closed"},
		{Mutex, "", "Recover", "SynchronizationPoisoned Closed"},
		{Mutex, "", "New", ""},
	} {
		var got []string
		p := planOf(c.concurrency, small(65536, 4096, 1<<20))
		p.Names = true
		for _, o := range p.Occurrences() {
			if o.Arena == c.arena && o.Operation == c.method {
				got = append(got, o.Condition.String())
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s of %q, %s: got %v\nwant %s", c.method, c.arena, c.concurrency, got, c.want)
		}
	}
}

// TestMethodsThatAKeyDeclares: without it nothing is said of them.
func TestMethodsThatAKeyDeclares(t *testing.T) {
	for _, c := range []struct {
		plan Plan
		want string
	}{
		{Plan{}, ""},
		{Plan{Names: true}, "Name SetName"},
		{Plan{CallSites: true}, "CallSite"},
		{Plan{Trace: true}, "Record"},
		{Plan{LastEvents: 1}, "AppendEvents DumpOnFailure WriteEvents"},
		{Plan{Target: Vulkan}, "Memory MemoryType"},
	} {
		c.plan.Arenas = []Arena{{Name: "upload", Generations: 1, Pools: []Pool{single}}}
		var got []string
		for _, o := range c.plan.Occurrences() {
			if slices.Contains([]string{"SetName", "Name", "CallSite", "Record", "AppendEvents", "WriteEvents", "DumpOnFailure", "Memory", "MemoryType"}, o.Operation) && !slices.Contains(got, o.Operation) {
				got = append(got, o.Operation)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v: got %v, want %s", c.plan, got, c.want)
		}
	}
}

func TestOccurrencesNameWhatBringsThemAbout(t *testing.T) {
	p := planOf(Mutex, small(65536, 4096, 1<<20), whole)
	p.Arenas = append(p.Arenas, Arena{Name: "rest", Alignment: 1, Generations: 1, Pools: []Pool{single}})
	for _, o := range p.Occurrences() {
		if o.Field != "" && !isKey(o.Field) || o.Pool != "" && !strings.Contains(o.How, "pool "+o.Pool) {
			t.Errorf("%+v", o)
		}
		if _, problem, _ := parseRef(o.Condition.String()); problem != "" || !isClause(o.How) {
			t.Errorf("%+v: %s", o, problem)
		}
	}
	if got, want := hows(p, "Alloc", "HostAllocationFailed"), "Alloc in arena upload: max_live is 9, and as many regions can be live already\n"+
		"Alloc in arena rest: max_live is 0: the slots grow, but only for up to 16777216 live regions"; got != want {
		t.Errorf("got\n%s", got)
	}
	if got := hows(p, "Close", "SynchronizationPoisoned"); strings.Count(got, "\n") != 1 || !strings.Contains(got, "lock of arena rest") {
		t.Errorf("got\n%s", got)
	}
}

// isKey reports whether some scope has a key, or will for another pool kind.
func isKey(key string) bool {
	return key == "max_alloc_size" || slices.ContainsFunc(Fields(), func(f Field) bool { return f.Key == key })
}

// onDevice returns the plan of planOf for vulkan.
func onDevice(m Memory, pools ...Pool) *Plan {
	p := planOf(Mutex, pools...)
	p.Target, p.Arenas[0].Memory = Vulkan, m
	return p
}

func TestWhatADeviceBringsAbout(t *testing.T) {
	none := small(65536, 4096, 100) // has no page
	coherent := Memory{Require: vkrt.HostVisible | vkrt.HostCoherent}
	for _, c := range []struct {
		plan      *Plan
		operation string
		condition string
		want      string
	}{
		{planOf(None, single), "Alloc", "Call", ""},
		{planOf(None, single), "New", "InvalidProperties", ""},
		{onDevice(coherent, single), "New", "InvalidProperties", "New of the package: the caller gives no device"},
		{onDevice(Memory{}, small(65536, 4096, 1<<20), none), "New", "InvalidProperties", "New of the package: the caller gives no device\n" +
			"New of the package: pool small of arena upload has pages of 64 KiB (65536 bytes), and the device can have no heap so large\n" +
			"New of the package: arena upload may get memory that is not host_coherent, and the device can be one with a nonCoherentAtomSize above 256"},
		{onDevice(coherent, single, none), "Alloc", "AllocationLimit",
			"Alloc in arena upload: pool single of kind direct asks the device for blocks, so it can ask for more memory objects than the device may have, maxMemoryAllocationCount"},
		{onDevice(coherent, single), "Alloc", "NoCompatibleMemoryType",
			"Alloc in arena upload: the device can have no memory type that the arena may use, with host_visible|host_coherent"},
		{onDevice(coherent, single), "Alloc", "AllocationTooLarge",
			"Alloc in arena upload: no device allocates more at once than its maxMemoryAllocationSize"},
	} {
		if got := hows(c.plan, c.operation, c.condition); got != c.want {
			t.Errorf("%s of %s:\n%s\nwant\n%s", c.condition, c.operation, got, c.want)
		}
	}
	pinned := onDevice(Memory{}, small(65536, 4096, 1<<20))
	pinned.Device = &vkrt.Profile{Name: "One"}
	if got, want := hows(pinned, "New", "InvalidProperties"), "New of the package: the caller gives no device\n"+
		"New of the package: the spec pins One, and the caller gives a device with other memory or limits"; got != want {
		t.Errorf("pinned, New meets\n%s", got)
	}
	if got := hows(pinned, "Alloc", "NoCompatibleMemoryType"); got != "" {
		t.Errorf("pinned, Alloc meets\n%s", got)
	}
}
