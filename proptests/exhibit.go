package proptests

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/allocgen/allocgen/runtime/trace"
)

// exhibit is a file of the museum: operations in the language of package trace, each
// with what is expected of it.
type exhibit struct {
	file   string
	arenas []string // PACKAGE.ARENA
	device string   // name of a profile; "" = the host
	steps  []exhibitStep
}

type exhibitStep struct {
	line  int
	op    trace.Op
	wants wants
}

// wants is what an operation must lead to.
type wants struct {
	failure string // name of a condition, "" = success
	figures []figure
}

type figure struct {
	name  string
	value uint64
}

// figureNames are what can be expected, beside conditions. The offset of a region is
// a number alone.
var figureNames = []string{"at", "block", "returns", "reserved", "in_use", "padding", "regions", "blocks", "peak", "native", "made"}

// conditionNames are the failures that can be expected.
var conditionNames = []string{
	allocationLimit, allocationTooLarge, call, hostAllocationFailed, invalidRequest, noCompatibleMemory, outOfSpace,
	poolCapacityExceeded, serialExhausted, unknownAllocation, unsupportedCapability, wrongAllocator,
}

// mostTimes bounds a repetition.
const mostTimes = 10_000

func (e *exhibit) isOf(arena string) bool { return slices.Contains(e.arenas, arena) }

// readExhibit reads an exhibit. Errors name the file and the line.
func readExhibit(file, text string) (*exhibit, error) {
	e := &exhibit{file: file}
	times, from := 0, 0 // of the repetition at hand, and its first step
	line := 0
	for source := range strings.Lines(text) {
		line++
		source = strings.TrimSpace(source)
		words := strings.Fields(source)
		var err error
		switch {
		case source == "":
		case words[0] == "#":
			err = e.readHead(words[1:])
		case words[0] == "repeat" && len(words) == 2 && times == 0:
			times, err = strconv.Atoi(words[1])
			if from = len(e.steps); err != nil || times < 1 || times > mostTimes {
				err = fmt.Errorf("repeat %s times, not 1 to %d", words[1], mostTimes)
			}
		case source == "done" && times > 0:
			once := slices.Clone(e.steps[from:])
			for range times - 1 {
				e.steps = append(e.steps, once...)
			}
			times = 0
		default:
			err = e.readStep(line, source)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, err)
		}
	}
	if times > 0 || len(e.arenas) == 0 || len(e.steps) == 0 {
		return nil, fmt.Errorf("%s:%d: a repetition is open, or no arena is named, or nothing happens", file, line)
	}
	return e, nil
}

// readHead takes what a comment says of where the exhibit is shown.
func (e *exhibit) readHead(words []string) error {
	switch {
	case len(words) > 1 && words[0] == "arenas:":
		e.arenas = append(e.arenas, words[1:]...)
	case len(words) > 1 && words[0] == "device:":
		e.device = strings.Join(words[1:], " ")
	case len(words) > 0 && strings.HasSuffix(words[0], ":"):
		return fmt.Errorf("unknown head %q, where arenas: and device: are known", words[0])
	}
	return nil
}

// readStep reads an operation and, behind an arrow, what is expected of it.
func (e *exhibit) readStep(line int, source string) error {
	spelled, expected, _ := strings.Cut(source, "->")
	read, err := trace.Read(strings.NewReader(spelled))
	if err != nil {
		_, what, _ := strings.Cut(err.Error(), ": ")
		return errors.New(what)
	}
	if len(read.Ops) != 1 {
		return errors.New("no operation before the arrow")
	}
	step := exhibitStep{line: line, op: read.Ops[0]}
	if strings.Contains(source, "->") {
		if step.wants, err = readWants(expected); err != nil {
			return err
		}
	}
	e.steps = append(e.steps, step)
	return nil
}

// readWants reads what is expected: an offset, a condition, or names with figures,
// with commas between them.
func readWants(text string) (w wants, err error) {
	for part := range strings.SplitSeq(text, ",") {
		words := strings.Fields(part)
		switch {
		case len(words) == 1 && slices.Contains(conditionNames, words[0]):
			w.failure = words[0]
			continue
		case len(words) == 1:
			words = []string{"at", words[0]}
		}
		if len(words) == 2 && slices.Contains(figureNames, words[0]) {
			if value, err := strconv.ParseUint(words[1], 10, 64); err == nil {
				w.figures = append(w.figures, figure{words[0], value})
				continue
			}
		}
		return w, fmt.Errorf("%q is no offset, condition or figure, which are %s", strings.TrimSpace(part), strings.Join(figureNames, ", "))
	}
	return w, nil
}
