package proptests

import (
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/trace"
)

const mib = 1 << 20

// TestGolden holds the model to placements worked out by hand. A wanted region
// is of a live one, by age.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name     string
		d        Declaration
		ops      string
		live     []Region
		reserved uint64
	}{
		{"a small request leaves the large page", arena(16, exclusivePool("whole", 4096, "exact", 0)),
			"a 0 4096 1\na 1 64 1\nf 0\nf 1\na 2 64 1", []Region{{1, 0, 64}}, 4160},
		{"of equal pages the oldest", arena(16, exclusivePool("whole", 64, "exact", 0)),
			"a 0 64 1\na 1 64 1\na 2 64 1\nf 2\nf 1\na 3 50 1", []Region{{0, 0, 64}, {1, 0, 50}}, 192},
		{"a page found anew is younger", arena(16, exclusivePool("soon", 64, "exact", 1), exclusivePool("later", 128, "exact", 0)),
			"a 0 64 1\na 1 64 1\nf 0\na 2 128 1\na 3 64 1\nf 3\nf 1\na 4 64 1", []Region{{2, 0, 128}, {1, 0, 64}}, 192},
		{"the average starts at half", arena(16, exclusivePool("whole", 4096, "average", 0)),
			"a 0 1 1", []Region{{0, 0, 1}}, 2048},
		{"and moves by a hundredth", arena(16, exclusivePool("whole", 4096, "average", 0)), // 2048, 2028.52 is 2028, rounded up 2032
			"a 0 100 1\na 1 1 1", []Region{{0, 0, 100}, {1, 0, 1}}, 2048 + 2032},
		{"also when a page is reused", arena(16, exclusivePool("whole", 4096, "average", 0)), // 2028.52, 2009.2348
			"a 0 100 1\nf 0\na 1 100 1\na 2 1 1", []Region{{0, 0, 100}, {1, 0, 1}}, 2048 + 2016},
		{"not when refused", within(2048, arena(16, exclusivePool("whole", 4096, "average", 0))),
			"a 0 4096 1\na 1 4096 1\na 2 1 1", []Region{{0, 0, 1}}, 2048},
		{"a request above the average", arena(16, exclusivePool("whole", 4096, "average", 0)),
			"a 0 3001 1", []Region{{0, 0, 3001}}, 3008},
		{"a padded extent serves the request again", arena(4, directPool("own", none)),
			"a 0 1025 1\nf 0\na 1 1025 1", []Region{{0, 0, 1025}}, 1028},
		{"and another of its extent", arena(256, directPool("own", none)),
			"a 0 200 1\nf 0\na 1 250 1", []Region{{0, 0, 250}}, 256},
		{"idle slots go in order until it fits", arena(16, directPool("own", 7*mib)),
			"a 0 1048576 1\na 1 2097152 1\na 2 3145728 1\nf 2\nf 0\nf 1\na 3 4194304 1", []Region{{0, 0, 4 * mib}}, 7 * mib},
		{"the watermark is no budget", arena(4, directPool("own", 4096)),
			"a 0 3000 1\nf 0\na 1 4000 1\na 2 4000 1", []Region{{0, 0, 4000}, {1, 0, 4000}}, 8000},
		{"the slot vacated last comes first", arena(16, directPool("own", none)), // 3 takes slot 1, 4 takes slot 0
			"a 0 16 1\na 1 16 1\nf 0\nf 1\nc\na 3 32 1\na 4 32 1\nf 3\nf 4\na 5 32 1", []Region{{1, 0, 32}}, 64},
		{"all of the address space", arena(16, directPool("own", none)),
			"a 0 18446744073709551600 1\na 1 16 1", []Region{{0, 0, none - 15}}, none - 15},
		{"a watermark near its end", arena(16, directPool("own", none-31)), // the sum with 16 is not a number
			"a 0 18446744073709551600 1\nf 0\na 1 1 1", []Region{{0, 0, 1}}, 16},
		{"a failed call keeps what was returned", within(100, arena(16, directPool("own", 64))),
			"a 0 64 1\na 1 16 1\nf 1\na 2 48 1", []Region{{0, 0, 64}}, 64},
		{"no spill past the arena's end", within(100, arena(16, exclusivePool("whole", 256, "average", 0), directPool("own", none))),
			"a 0 16 1", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := lived(t, trial{Subject: naiveSubject(c.d, "")}, c.ops)
			if live := in.regions(); !slices.Equal(live, c.live) || in.model.reserved() != c.reserved {
				t.Errorf("%v in %d bytes, want %v in %d", live, in.model.reserved(), c.live, c.reserved)
			}
		})
	}
}

// lived returns what an instance and its model have come to by operations.
func lived(t *testing.T, on trial, ops string) *interpreter {
	t.Helper()
	tr, err := trace.Read(strings.NewReader(ops))
	if err != nil {
		t.Fatal(err)
	}
	in := newInterpreter(on, 1)
	for _, op := range tr.Ops {
		if err := in.apply(op); err != nil {
			t.Fatal(err)
		}
	}
	return in
}

// regions returns the live regions as the model has them, by age.
func (in *interpreter) regions() (live []Region) {
	for _, a := range in.live {
		r, _ := in.model.find(a.handle)
		live = append(live, r.Region)
	}
	return live
}

// TestGrowingPairs frees pairs that grow past what the page before had left:
// what is reserved follows what lives.
func TestGrowingPairs(t *testing.T) {
	d := arena(16, pool("all", 4096, 4096, none))
	in := newInterpreter(trial{Subject: naiveSubject(d, "")}, 1)
	for size := uint64(1000); size <= 4096; size += 96 {
		for id := range uint64(2) {
			in.apply(trace.Op{Kind: trace.Alloc, ID: id, Size: size, Align: 1})
		}
		for id := range uint64(2) {
			in.apply(trace.Op{Kind: trace.Free, ID: id})
		}
	}
	if in.broken != nil {
		t.Fatal(in.broken)
	}
	if p := in.model.pools[0].peak; p.BytesReserved > 2*p.BytesInUse+4096 {
		t.Errorf("%+v", p)
	}
}

// TestLimits holds failures to payloads worked out by hand.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		d    Declaration
		size uint64
		want Failure
	}{
		{arena(16, directPool("own", none)), none - 15, Failure{}},
		{arena(16, directPool("own", none)), none - 14, Failure{Condition: allocationTooLarge, A: none - 14, B: none - 15}},
		{arena(16, exclusivePool("whole", 64, "exact", 0)), 64, Failure{}},
		{arena(16, exclusivePool("whole", 64, "exact", 0)), 65, Failure{Condition: allocationTooLarge, A: 65, B: 64}},
		{within(100, arena(16, directPool("own", none))), 96, Failure{}},
		{within(100, arena(16, directPool("own", none))), 97, Failure{Condition: allocationTooLarge, A: 97, B: 96}},
		{within(100, arena(16, pool("all", 128, 128, none))), 1, Failure{Condition: allocationTooLarge, A: 1, B: 96}},
	} {
		if _, _, got := newModel(c.d, nil).alloc(c.size, 1, 0); got != c.want {
			t.Errorf("%d bytes of %+v: %v instead of %v", c.size, c.d, got, c.want)
		}
	}
}
