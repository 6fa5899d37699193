package spec

import (
	"fmt"
	"strings"
	"testing"
)

// briefSet returns errors with their codes and conditions.
func briefSet(set []ProductError) string {
	var all []string
	for _, e := range set {
		all = append(all, fmt.Sprint(e.Name, " ", e.Code, " ", e.From))
	}
	return strings.Join(all, "\n")
}

func TestErrorSet(t *testing.T) {
	for src, want := range map[string]string{
		strings.TrimSuffix(capped, "errors:\n"): `InvalidRequest 3 [InvalidRequest]
UnknownAllocation 5 [UnknownAllocation]
WrongAllocator 8 [WrongAllocator]
SerialExhausted 12 [SerialExhausted]
HostAllocationFailed 14 [HostAllocationFailed]
OutOfSpace 16 [OutOfSpace]
AllocationTooLarge 17 [AllocationTooLarge]
PoolCapacityExceeded 18 [PoolCapacityExceeded]
UnsupportedCapability 19 [UnsupportedCapability]
LiveAllocations 21 [LiveAllocations]
Closed 23 [Closed]
Output 25 [Output]`,
		capped + "  others: keep\n  A: {code: 1, from: [InvalidRequest, UnknownAllocation, WrongAllocator, SerialExhausted, HostAllocationFailed, AllocationTooLarge, Closed]}\n": `A 1 [InvalidRequest UnknownAllocation WrongAllocator SerialExhausted HostAllocationFailed AllocationTooLarge Closed]
OutOfSpace 1016 [OutOfSpace]
PoolCapacityExceeded 1018 [PoolCapacityExceeded]
UnsupportedCapability 1019 [UnsupportedCapability]
LiveAllocations 1021 [LiveAllocations]
Output 1025 [Output]`,
		strings.Replace(named("a: b"), "\narenas", "\nconcurrency: none\nerrors: {others: keep}\narenas", 1): `InvalidRequest 1003 [InvalidRequest]
UnknownAllocation 1005 [UnknownAllocation]
WrongAllocator 1008 [WrongAllocator]
SerialExhausted 1012 [SerialExhausted]
HostAllocationFailed 1014 [HostAllocationFailed]
OutOfSpace 1016 [OutOfSpace]
AllocationTooLarge 1017 [AllocationTooLarge]
PoolCapacityExceeded 1018 [PoolCapacityExceeded]
UnsupportedCapability 1019 [UnsupportedCapability]
LiveAllocations 1021 [LiveAllocations]
Closed 1023 [Closed]
Output 1025 [Output]`,
		capped + `  others: keep
  Late: {code: 999, from: [Closed, LiveAllocations]}
  Zero: {code: 2, from: [InvalidRequest.alignment_is_zero, InvalidRequest.size_is_zero]}
  Handle: {code: 30, from: [WrongAllocator, UnknownAllocation]}
`: `Zero 2 [InvalidRequest.size_is_zero InvalidRequest.alignment_is_zero]
Handle 30 [UnknownAllocation WrongAllocator]
Late 999 [LiveAllocations Closed]
InvalidRequest 1003 [InvalidRequest]
SerialExhausted 1012 [SerialExhausted]
HostAllocationFailed 1014 [HostAllocationFailed]
OutOfSpace 1016 [OutOfSpace]
AllocationTooLarge 1017 [AllocationTooLarge]
PoolCapacityExceeded 1018 [PoolCapacityExceeded]
UnsupportedCapability 1019 [UnsupportedCapability]
Output 1025 [Output]`,
	} {
		plan, ds := compile(t, src)
		if plan == nil {
			t.Fatal(ds)
		}
		if got := briefSet(plan.ErrorSet()); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func TestErrorFor(t *testing.T) {
	plan, _ := compile(t, withErrors("Zero: {code: 2, from: [InvalidRequest.size_is_zero, Call]}", "Align: {code: 3, from: [InvalidRequest]}"))
	for r, want := range map[ConditionRef]string{
		{"InvalidRequest", "size_is_zero"}:      "Zero",
		{"InvalidRequest", "alignment_is_zero"}: "Align",
		{"InvalidRequest", ""}:                  "Align",
		{"Call", "device_lost"}:                 "Zero",
		{"Closed", ""}:                          "Closed",
		{"InvalidRange", ""}:                    "",
	} {
		got, ok := plan.ErrorFor(r)
		if got.Name != want || ok != (want != "") {
			t.Errorf("%s: %+v, %t; want %s", r, got, ok, want)
		}
	}
}

// TestAConditionOfAnyCase: where a call can meet a condition in any case, the
// error for one of them is reached and leaves the others open.
func TestAConditionOfAnyCase(t *testing.T) {
	call := ConditionRef{Condition: "Call"}
	lost := ConditionRef{"Call", "device_lost"}
	everyCall := Occurrence{Condition: call}
	for _, c := range []struct {
		claims map[ConditionRef]string
		open   int
	}{
		{map[ConditionRef]string{}, 1},
		{map[ConditionRef]string{lost: "Lost"}, 1},
		{map[ConditionRef]string{lost: "Lost", call: "Other"}, 0},
	} {
		if open := unclaimed([]Occurrence{everyCall}, c.claims); len(open) != c.open {
			t.Errorf("%v leaves %v", c.claims, open)
		}
		if !everyCall.reaches(lost, c.claims) || !everyCall.reaches(call, c.claims) || everyCall.reaches(ConditionRef{Condition: "Closed"}, c.claims) {
			t.Errorf("%v: reached wrongly", c.claims)
		}
	}
	if (Occurrence{Condition: lost}).reaches(ConditionRef{"Call", "unknown"}, nil) {
		t.Error("one case reaches the error for another")
	}
}

func TestErrorTable(t *testing.T) {
	plan, ds := compile(t, capped+`  BadCall: {code: 1, from: [InvalidRequest, UnknownAllocation, WrongAllocator]}
  Lost: {code: 2, from: [Call.device_lost]}
  Full: {code: 5, from: [PoolCapacityExceeded]}
  Used: {code: 6, from: [SerialExhausted, HostAllocationFailed, OutOfSpace, AllocationTooLarge, UnsupportedCapability]}
  Late: {code: 9, from: [Closed, LiveAllocations]}
  Unsaid: {code: 10, from: [Output]}
`)
	if plan == nil {
		t.Fatal(ds)
	}
	rows := strings.Split(string(plan.ErrorTable()), "\n")
	want := map[int]string{
		0: "| Error | Code | When | Carries | How it can occur |",
		3: "| `Lost` | 2 | the device is lost (`Call.device_lost`) | `arena` (name)<br>`pool` (name)<br>`memory_type` (number)<br>`result` (number)<br>`call` (name) | it cannot, as declared |",
		4: "| `Full` | 5 | the pool is at its cap and has no free extent that fits (`PoolCapacityExceeded`) | `arena` (name)<br>`pool` (name)<br>`size` (bytes)<br>`in_use` (bytes)<br>`capacity` (bytes) | " +
			"`Alloc`, `AllocWith` in arena device: pool small has max_pool_size 1 MiB (1048576 bytes), so it can be full |",
		6: "| `Late` | 9 | regions are still live (`LiveAllocations`)<br>the allocator has been closed (`Closed`) | – | " +
			"`Alloc`, `AllocWith`, `Free`, `Block`, `Offset`, `Size`, `Clear`, `Reclaim`, `BlockSize`, `Stats` in arena device: the allocator has been closed<br>" +
			"`Close` of the allocator: the caller has not freed every region<br>" +
			"`Reclaim`, `Stats`, `Peaks`, `AppendLeaks`, `WriteLeaks`, `AppendJSON`, `WriteJSON`, `Close` of the allocator: the allocator has been closed |",
		8: "",
	}
	for i, row := range want {
		if len(rows) != 9 || rows[i] != row {
			t.Errorf("row %d of %d is\n%s\nwant\n%s", i, len(rows), rows[i], row)
		}
	}
}
