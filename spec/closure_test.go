package spec

import (
	"slices"
	"strings"
	"testing"
)

// capped is a spec without locks whose only pool can be full.
var capped = strings.Replace(exampleWhole, "max_slice_size: 4KiB", "max_slice_size: 4KiB, max_pool_size: 1MiB", 1) + "concurrency: none\nerrors:\n"

// offered returns the lines that diagnostics say to add to a set, which must
// break no other rule.
func offered(t *testing.T, src string) (lines []string) {
	t.Helper()
	_, ds := compile(t, src)
	for _, d := range ds {
		_, line, found := strings.Cut(d.Hint, "or add the line ")
		if d.Rule.ID != ruleErrorLacks || !found {
			t.Fatalf("%v in\n%s", d, src)
		}
		lines = append(lines, "  "+line+"\n")
	}
	return lines
}

// TestTheLinesOfferedCompleteTheSet: with every line that the diagnostics
// offer the set is closed, and without any one of them that one is missed.
func TestTheLinesOfferedCompleteTheSet(t *testing.T) {
	for _, src := range []string{
		exampleWhole + "errors:\n  Gone: {code: 23, from: [Closed]}\n",
		exampleWhole + "errors:\n  Gone: {code: 999, from: [Closed]}\n  Zero: {code: 3, from: [InvalidRequest.size_is_zero]}\n",
		exampleWhole + "errors:\n  InvalidRequest: {code: 8, from: [InvalidRequest.size_is_zero]}\n  OtherInvalidRequest: {code: 5, from: [Closed]}\n",
		capped + "  Gone: {code: 17, from: [Closed]}\n",
	} {
		lines := offered(t, src)
		if len(lines) < 7 {
			t.Errorf("only %q for\n%s", lines, src)
		}
		if missed := offered(t, src+strings.Join(lines, "")); len(missed) != 0 {
			t.Errorf("with all lines the set lacks %q:\n%s", missed, src)
		}
		for i, line := range lines {
			rest := slices.Concat(lines[:i], lines[i+1:])
			missed := offered(t, src+strings.Join(rest, ""))
			_, from, _ := strings.Cut(line, "from: ")
			if len(missed) != 1 || !strings.HasSuffix(missed[0], from) {
				t.Errorf("without %q: %q", line, missed)
			}
		}
	}
}

func TestOpenSetsSayWhatCanOccur(t *testing.T) {
	const all = "  Bad: {code: 1, from: [InvalidRequest, UnknownAllocation, WrongAllocator, LiveAllocations]}\n" +
		"  Used: {code: 2, from: [SerialExhausted, HostAllocationFailed, OutOfSpace, UnsupportedCapability, AllocationTooLarge, Output]}\n"
	const advice = " / add it to the from of an error, or keep all that is left with others: keep, or add the line "
	for set, want := range map[string]string{
		all + "  Ended: {code: 3, from: [Closed]}\n": "10:3 AG304 errors has nothing for PoolCapacityExceeded, which can occur: " +
			"Alloc in arena device: pool small has max_pool_size 1 MiB (1048576 bytes), so it can be full (and in 1 more way)" +
			advice + "PoolCapacityExceeded: {code: 18, from: [PoolCapacityExceeded]}",
		all + "  Ended: {code: 3, from: [PoolCapacityExceeded]}\n": "10:3 AG304 errors has nothing for Closed, which can occur: " +
			"Alloc in arena device: the allocator has been closed (and in 17 more ways)" +
			advice + "Closed: {code: 23, from: [Closed]}",
		strings.Replace(all, "InvalidRequest,", "InvalidRequest.size_is_zero, InvalidRequest.alignment_is_zero, InvalidRequest.alignment_too_large, InvalidRequest.flags_unknown, InvalidRequest.flags_contradict,", 1) +
			"  InvalidRequest: {code: 3, from: [PoolCapacityExceeded, Closed]}\n": "10:3 AG304 errors has nothing for InvalidRequest.alignment_not_power_of_two, which can occur: " +
			"Alloc in arena device: the caller gives an alignment that is not a power of two (and in 1 more way)" +
			advice + "OtherInvalidRequest: {code: 4, from: [InvalidRequest]}",
	} {
		_, ds := compile(t, capped+set)
		if len(ds) != 1 || brief(ds[0]) != want {
			t.Errorf("got %v\nwant %s", ds, want)
		}
	}
}

func TestConditionsThatCannotOccur(t *testing.T) {
	const advice = " / remove it from error A, or leave it for what the spec may declare later"
	for from, want := range map[string]string{
		"Closed":                      "",
		"InvalidRequest":              "",
		"InvalidRequest.size_is_zero": "",
		"Call.device_lost":            "10:23 AG305 Call.device_lost cannot occur in this package" + advice,
		"Closed, InvalidRange":        "10:31 AG305 InvalidRange cannot occur in this package" + advice,
		"InvalidRequest.size_is_zero, InvalidRequest.alignment_is_zero, InvalidRequest.alignment_too_large, InvalidRequest": "",
		"InvalidRequest.size_is_zero, InvalidRequest.alignment_is_zero, InvalidRequest.alignment_too_large, InvalidRequest.alignment_not_power_of_two, InvalidRequest.flags_unknown, InvalidRequest.flags_contradict, InvalidRequest": "10:228 AG305 " +
			"every case of InvalidRequest that can occur is in the from of an error" + advice,
	} {
		plan, ds := compile(t, withErrors("A: {code: 1, from: ["+from+"]}"))
		got := ""
		if len(ds) > 0 {
			got = brief(ds[0])
		}
		if plan == nil || len(ds) > 1 || got != want {
			t.Errorf("%s: got %v\nwant %s", from, ds, want)
		}
	}
}
