package main

import (
	"syscall"
	"time"

	"github.com/allocgen/allocgen/generated/hostmem"
	"github.com/allocgen/allocgen/runtime/trace"
)

// rounds is how often a recording is replayed; the fastest counts.
const rounds = 7

// op is one call of a recording: an allocation, or with size 0 a free.
type op struct {
	region      int // its place in the table of regions
	size, align uint64
}

// dense numbers the regions of a recording from 0, so that no replay spends
// its time on names. What isn't an allocation or a free by name is left out.
func dense(recorded []trace.Op) (ops []op, regions int) {
	places := map[uint64]int{}
	for _, o := range recorded {
		switch o.Kind {
		case trace.Alloc:
			places[o.ID] = regions
			ops = append(ops, op{regions, o.Size, o.Align})
			regions++
		case trace.Free:
			if place, ok := places[o.ID]; ok {
				ops = append(ops, op{region: place})
			}
		}
	}
	return ops, regions
}

// result is what an allocator made of a recording.
type result struct {
	allocator                string
	reserved, padding, pages uint64 // at their highest
	created                  uint64 // pages asked of the system
	refused                  int
	nsPerOp                  float64
}

// measure replays the recording and keeps the fastest round.
func measure(allocator string, ops []op, regions int, through func([]op, int) (result, time.Duration)) result {
	best := result{}
	for range rounds {
		r, took := through(ops, regions)
		if r.nsPerOp = float64(took.Nanoseconds()) / float64(len(ops)); best.allocator == "" || r.nsPerOp < best.nsPerOp {
			best = r
			best.allocator = allocator
		}
	}
	return best
}

// throughHostmem replays through the generated allocator.
func throughHostmem(ops []op, regions int) (r result, took time.Duration) {
	allocator, failure := hostmem.New()
	if failure.Failed() {
		panic(failure.String())
	}
	handles := make([]hostmem.HostHandle, regions)
	begin := time.Now()
	for _, o := range ops {
		if o.size == 0 {
			allocator.Host.Free(handles[o.region])
			continue
		}
		handle, failure := allocator.Host.Alloc(o.size, o.align)
		if failure.Failed() {
			r.refused++
		}
		handles[o.region] = handle
	}
	took = time.Since(begin)
	peaks, _ := allocator.Peaks()
	for _, p := range []hostmem.Peak{peaks.Host.Small, peaks.Host.Medium, peaks.Host.Large, peaks.Host.Huge} {
		r.reserved += p.BytesReserved
		r.padding += p.BytesPadding
		r.pages += p.NumberBlocks
	}
	r.created = r.pages
	return r, took
}

// pageSize is the baseline's granule, the page of most systems.
const pageSize = 4 << 10

// throughPages is the baseline: every request is mapped from the system, in
// pages of its own, and unmapped when it is freed.
func throughPages(ops []op, regions int) (r result, took time.Duration) {
	sizes, mapped := make([]uint64, regions), make([][]byte, regions)
	var now result
	begin := time.Now()
	for _, o := range ops {
		if o.size == 0 {
			if pages := mapped[o.region]; pages != nil {
				now.reserved -= uint64(len(pages))
				now.padding -= uint64(len(pages)) - sizes[o.region]
				mapped[o.region] = nil
				if err := syscall.Munmap(pages); err != nil {
					panic(err)
				}
			}
			continue
		}
		extent := (o.size + pageSize - 1) &^ (pageSize - 1)
		pages, err := syscall.Mmap(-1, 0, int(extent), syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			r.refused++
			continue
		}
		sizes[o.region], mapped[o.region] = o.size, pages
		now.reserved += extent
		now.padding += extent - o.size
		now.pages = now.reserved / pageSize
		r.created++
		r.reserved, r.padding, r.pages = max(r.reserved, now.reserved), max(r.padding, now.padding), max(r.pages, now.pages)
	}
	took = time.Since(begin)
	for _, pages := range mapped {
		if pages != nil {
			if err := syscall.Munmap(pages); err != nil {
				panic(err)
			}
		}
	}
	return r, took
}
