package main

import "github.com/allocgen/allocgen/runtime/replay"

// A goal says what of a replay is to become less.
type goal struct {
	name   string
	what   string
	figure func(replay.Figures) float64
	noise  float64 // the part by which the figure varies by itself
}

var goals = []goal{
	{"peak", "reserved", func(f replay.Figures) float64 { return float64(f.PeakReserved) }, 0},
	{"calls", "native calls", func(f replay.Figures) float64 { return float64(f.NativeCalls) }, 0},
	{"latency", "time of an operation", func(f replay.Figures) float64 { return f.NsPerOp }, 0.05},
}

// findGoal returns the goal of a name, or the names that there are.
func findGoal(name string) (g goal, known []string) {
	for _, g := range goals {
		if g.name == name {
			return g, nil
		}
		known = append(known, g.name)
	}
	return goal{}, known
}

// What a candidate may cost beside its goal, for no goal is worth any price: in bytes
// reserved and in native calls, either of which may be more where the given spec
// refuses what the candidate serves.
const (
	mostReserved = 2  // times what the given spec reserves,
	mostSpare    = 4  // or times what is in use
	mostCalls    = 8  // times the calls of the given spec,
	freeCalls    = 64 // and so many more,
	servedOps    = 32 // or one for so many operations
)

// admits reports whether figures of a recording are allowed beside those of the
// given spec: none refuses more, and what refuses as much is no worse by the goal.
func (g goal) admits(given, f replay.Figures) bool {
	reserved, calls := mostReserved*given.PeakReserved, mostCalls*given.NativeCalls+freeCalls
	switch {
	case f.Refused > given.Refused:
		return false
	case f.Refused < given.Refused:
		reserved, calls = max(reserved, mostSpare*f.PeakInUse), max(calls, uint64(f.Ops)/servedOps)
	case g.figure(f) > g.figure(given)*(1+g.noise):
		return false
	}
	return f.PeakReserved <= reserved && f.NativeCalls <= calls
}

// A score is what counts of a candidate's figures, over all recordings.
type score struct {
	refused int
	ratio   float64 // of the goal's figure to that of the given spec, on average
	calls   uint64
	bytes   uint64 // reserved
}

// scored returns the score of figures, one for each recording, and whether they are
// admitted in every one.
func (g goal) scored(given, figures []replay.Figures) (s score, admitted bool) {
	admitted = true
	for i, f := range figures {
		admitted = admitted && g.admits(given[i], f)
		s.refused += f.Refused
		s.ratio += (g.figure(f) + 1) / (g.figure(given[i]) + 1) / float64(len(figures))
		s.calls += f.NativeCalls
		s.bytes += f.PeakReserved
	}
	return s, admitted
}

// least is how much better a figure must be to be better at all, as a part.
const least = 0.002

// isBetter reports whether s is better than t: fewer refusals, or as many and less
// of the goal's figure, or no more of that and cheaper in calls or bytes.
func (g goal) isBetter(s, t score) bool {
	switch {
	case s.refused != t.refused:
		return s.refused < t.refused
	case s.ratio < t.ratio-max(least, g.noise):
		return true
	case s.ratio > t.ratio || s.calls > t.calls || s.bytes > t.bytes:
		return false
	}
	return s.calls < t.calls || float64(s.bytes) < float64(t.bytes)*(1-least)
}
