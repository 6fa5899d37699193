package main

import "syscall"

// pageSize is the baseline's granule, the page of most systems.
const pageSize = 4 << 10

// throughPages opens the baseline: every request is mapped from the system and
// unmapped when it is freed. A page is such a mapping.
func throughPages(regions int) allocator {
	sizes, mapped := make([]uint64, regions), make([][]byte, regions)
	var now figures
	unmap := func(region int) {
		if pages := mapped[region]; pages != nil {
			now.live -= sizes[region]
			now.reserved -= uint64(len(pages))
			now.padding -= uint64(len(pages)) - sizes[region]
			now.pages--
			mapped[region] = nil
			if err := syscall.Munmap(pages); err != nil {
				panic(err)
			}
		}
	}
	return allocator{
		alloc: func(region int, size, _ uint64) bool {
			extent := (size + pageSize - 1) &^ (pageSize - 1)
			pages, err := syscall.Mmap(-1, 0, int(extent), syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
			if err != nil {
				return false
			}
			sizes[region], mapped[region] = size, pages
			now.live += size
			now.reserved += extent
			now.padding += extent - size
			now.pages++
			return true
		},
		free: unmap,
		now:  func() figures { return now },
		close: func() {
			for region := range mapped {
				unmap(region)
			}
		},
	}
}
