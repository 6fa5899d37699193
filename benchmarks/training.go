package benchmarks

import "math/rand/v2"

// The model that is trained: its width, layers and heads, how many sequences
// are in a batch, and the bytes of a number and of one in the optimizer.
const (
	width, layers, heads = 512, 12, 8
	batch                = 4
	numberBytes          = 2
	stateBytes           = 4
)

// weights are how many numbers each matrix and vector of a layer has.
var weights = []uint64{width * width, width * width, width * width, width * width, 4 * width * width, 4 * width * width, width, width}

// trainer records the steps of a training run.
type trainer struct {
	recorder
	kept []uint32 // activations that the way back frees, the last first

	row, hidden, scores, sums uint64 // bytes of one of each, at the step's length
}

func (t *trainer) reserve(bytes uint64) (slot uint32) { return t.alloc((bytes+255)/256*256, 256) }

func (t *trainer) keep(bytes uint64) { t.kept = append(t.kept, t.reserve(bytes)) }

// brief reserves and frees again.
func (t *trainer) brief(bytes uint64) { t.free(t.reserve(bytes)) }

// training is the allocations of a transformer that learns: weights and the
// optimizer's state stay, activations are a stack, and temporaries come and go.
// The length of the sequences changes from step to step.
func training(name string, capacity uint64) Trace {
	r := rand.New(rand.NewPCG(4, 0))
	t := trainer{recorder: recorder{Trace: Trace{Name: name, Capacity: capacity}}}
	for range layers {
		for _, n := range weights {
			t.reserve(n * numberBytes)
			t.reserve(n * stateBytes)
			t.reserve(n * stateBytes)
		}
	}
	lengths := []uint64{128, 192, 256, 384, 512}
	for len(t.Ops) < madeOps {
		length := lengths[r.IntN(len(lengths))]
		t.row = batch * length * width * numberBytes
		t.hidden = 4 * t.row
		t.scores = batch * heads * length * length * numberBytes
		t.sums = batch * length * stateBytes
		for range layers {
			t.forward()
		}
		gradient := t.reserve(t.row)
		for range layers {
			gradient = t.backward(gradient)
		}
		t.free(gradient)
	}
	return t.Trace
}

// forward is one layer on the way to the result: attention, then two matrices.
func (t *trainer) forward() {
	t.keep(t.row)
	t.keep(t.sums)
	q, k, v := t.reserve(t.row), t.reserve(t.row), t.reserve(t.row)
	raw := t.reserve(t.scores)
	t.keep(t.scores)
	t.free(raw)
	t.keep(t.row)
	t.free(k)
	t.free(q)
	t.free(v)
	wide := t.reserve(t.hidden)
	t.keep(t.hidden)
	t.free(wide)
	t.keep(t.row)
}

// backward is one layer on the way back: its activations go, and the gradients
// of its weights are there for a moment.
func (t *trainer) backward(gradient uint32) uint32 {
	for k := range 6 {
		next := t.reserve(t.row)
		switch k {
		case 1:
			t.brief(t.hidden)
		case 2:
			t.brief(t.scores)
		}
		last := len(t.kept) - 1
		t.free(t.kept[last])
		t.kept = t.kept[:last]
		t.free(gradient)
		gradient = next
	}
	var gradients []uint32
	for _, n := range weights {
		gradients = append(gradients, t.reserve(n*numberBytes))
	}
	for _, slot := range gradients {
		t.free(slot)
	}
	return gradient
}
