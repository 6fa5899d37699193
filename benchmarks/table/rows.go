package main

// yardstick is the subject that is not ours.
const yardstick = "yardstick"

// barePair is the subject that takes a lock and does nothing under it.
const barePair = "bare pair"

// A figure is what an operation of a trace costs a subject.
type figure struct{ subject, trace string }

// ratio is a target: a figure is at most so many times another, to which so
// many bare pairs are added. Where most is 0 there is no target, but something
// to know.
type ratio struct {
	what   string
	of, to figure
	most   float64
	pairs  float64
}

var ratios = []ratio{
	{"tlsf min_memory", figure{"min_memory", "random_mix"}, figure{yardstick, "random_mix"}, 1.45, 0},
	{"tlsf min_memory", figure{"min_memory", "random_mix_1m_256m"}, figure{yardstick, "random_mix_1m_256m"}, 1.10, 0},
	{"tlsf min_memory", figure{"min_memory", "small_uniform"}, figure{yardstick, "small_uniform"}, 1.40, 0},
	{"tlsf min_memory", figure{"min_memory", "frame_ring"}, figure{yardstick, "frame_ring"}, 1.25, 0},
	{"tlsf min_memory", figure{"min_memory", "ml_like"}, figure{yardstick, "ml_like"}, 1.20, 0},
	{"tlsf min_time", figure{"min_time", "random_mix"}, figure{yardstick, "random_mix"}, 1.45, 0},
	{"tlsf with 32-bit numbers", figure{"min_memory_32bit", "random_mix"}, figure{yardstick, "random_mix"}, 0, 0},
	{"tlsf, mixed alignments", figure{"min_memory", "align_mix"}, figure{"min_memory", "random_mix"}, 2, 0},
	{"tlsf, holes that don't fit", figure{"min_memory", "holes_16k"}, figure{"min_memory", "holes_1k"}, 1.5, 0},
	{"tlsf, holes of the wanted class", figure{"min_memory", "worst_frag_scan"}, figure{"min_memory", "random_mix"}, 2, 0},
	{"tlsf min_offset", figure{"min_offset", "random_mix"}, figure{"min_memory", "random_mix"}, 3, 0},
	{"sliced_pages, one size", figure{"sliced_pages", "small_uniform"}, figure{yardstick, "small_uniform"}, 0.6, 0},
	{"linear, a ring", figure{"linear", "frame_ring"}, figure{yardstick, "frame_ring"}, 0.30, 0},
	{"linear, a stack", figure{"linear", "stack"}, figure{yardstick, "frame_ring"}, 0.30, 0},
	{"linear, the oldest of 100k", figure{"linear", "oldest_of_100k"}, figure{"linear", "oldest_of_1k"}, 1.1, 0},
	{"direct, 100k live", figure{"direct", "live_100k"}, figure{"direct", "live_1k"}, 2, 0},
	{"exclusive_pages, 100k live", figure{"exclusive_pages", "live_100k"}, figure{"exclusive_pages", "live_1k"}, 2, 0},
	{"a lock and nothing else", figure{barePair, "random_mix"}, figure{"min_memory", "random_mix"}, 0, 0},
	{"mutex, one goroutine", figure{"mutex", "random_mix"}, figure{"min_memory", "random_mix"}, 1, 1.1},
	{"streams, one goroutine", figure{"streams", "random_mix"}, figure{"min_memory", "random_mix"}, 1 / 0.95, 0},
	{"streams, one goroutine", figure{"streams", "random_mix_1m_256m"}, figure{"min_memory", "random_mix_1m_256m"}, 1 / 0.95, 0},
}

// highWaters are the highest ends of regions, in units of 10^6 bytes,
// of the better of two other allocators in the recorded traces. A made trace of
// the same name draws other sizes.
var highWaters = []struct {
	trace string
	best  float64
}{
	{"random_mix", 237.7},
	{"small_uniform", 229.4},
	{"frame_ring", 14.0},
	{"ml_like", 780.3},
	{"align_mix", 161.6},
}

// metadata is how many bytes a region may take in the tables of a subject.
var metadata = []struct {
	subject string
	most    float64
}{
	{"min_memory", 48},
	{"min_offset", 48},
	{"min_time", 48},
	{"min_memory_32bit", 72},
	{"linear", 72},
	{"sliced_pages", 112},
	{"direct", 0},
	{"exclusive_pages", 0},
}
