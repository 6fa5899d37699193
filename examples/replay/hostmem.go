package main

import "github.com/allocgen/allocgen/generated/hostmem"

// throughHostmem opens the generated allocator.
func throughHostmem(regions int) allocator {
	generated, failure := hostmem.New()
	if failure.Failed() {
		panic(failure.String())
	}
	host := &generated.Host
	handles := make([]hostmem.HostHandle, regions)
	return allocator{
		alloc: func(region int, size, align uint64) bool {
			handle, failure := host.Alloc(size, align)
			handles[region] = handle
			return !failure.Failed()
		},
		free: func(region int) { host.Free(handles[region]) },
		now: func() figures {
			stats, _ := host.Stats()
			t := stats.Total
			return figures{t.BytesInUse, t.BytesReserved, t.BytesPadding, t.NumberBlocks}
		},
		close: func() {},
	}
}
