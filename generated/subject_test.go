package generated

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/allocgen/allocgen/generated/gpufixed"
	"github.com/allocgen/allocgen/generated/gpukinds"
	"github.com/allocgen/allocgen/generated/hostfixed"
	"github.com/allocgen/allocgen/generated/hostkinds"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// kinds are the pool kinds, by the arena that has a pool of each.
var kinds = map[string]string{"slices": "sliced_pages", "pages": "exclusive_pages", "blocks": "direct", "ranges": "tlsf", "frames": "linear"}

// furnished are the kinds of the arenas that have their blocks from the start.
var furnished = map[string]string{"heap": "tlsf", "ring": "linear"}

// targets are the targets, by what the names of their packages begin with.
var targets = map[string]string{"host": "host", "vulkan": "gpu"}

// packageOf returns the package of a target that has an arena.
func packageOf(target, arena string) string {
	if furnished[arena] != "" {
		return targets[target] + "fixed"
	}
	return targets[target] + "kinds"
}

// newOf calls New of a package and returns what the Failure says.
func newOf(directory string, device *vkrt.Device) (allocator any, failure string) {
	switch directory {
	case "hostkinds":
		return made(hostkinds.New())
	case "hostfixed":
		return made(hostfixed.New(4096, 2048))
	case "gpukinds":
		return made(gpukinds.New(device))
	}
	return made(gpufixed.New(device))
}

func made[A, F any](allocator A, failure F) (any, string) {
	return allocator, describe(reflect.ValueOf(failure))
}

// smallDevice has two types of device memory in heaps of 64 KiB.
func smallDevice() vkrt.Profile {
	limits := vkrt.GuaranteedLimits()
	limits.MaxMemoryAllocationSize, limits.MaxMemoryAllocationCount = 16<<10, 4
	return vkrt.Profile{
		Name:   "small",
		Heaps:  []vkrt.Heap{{Size: 64 << 10, Flags: vkrt.HeapDeviceLocal}, {Size: 64 << 10, Flags: vkrt.HeapDeviceLocal}},
		Types:  []vkrt.Type{{Flags: vkrt.DeviceLocal}, {Flags: vkrt.DeviceLocal | vkrt.HostVisible | vkrt.HostCoherent, Heap: 1}},
		Limits: limits,
	}
}

// A subject is an arena of an allocator, called through reflection, so that
// one test is for every kind and target, and for every method there is.
type subject struct {
	target, arena string
	allocator, of reflect.Value
	device        *fake.Fake // nil on host
	kept          any        // handle of a live region that a test is about
	resource      any        // what is bound to that region
}

// eachSubject runs a test for every kind and target.
func eachSubject(t *testing.T, test func(t *testing.T, s *subject)) {
	for _, target := range sorted(targets) {
		for _, arenas := range []map[string]string{kinds, furnished} {
			for _, arena := range sorted(arenas) {
				t.Run(target+"/"+arenas[arena], func(t *testing.T) { test(t, open(t, target, arena)) })
			}
		}
	}
}

func open(t *testing.T, target, arena string) *subject {
	t.Helper()
	s := &subject{target: target, arena: arena}
	var device *fake.Fake
	if target == "vulkan" {
		device = fake.New(smallDevice(), fake.Options{})
	}
	s.on(t, device)
	return s
}

// use takes an allocator for the subject's.
func (s *subject) use(allocator any) {
	s.allocator = reflect.ValueOf(allocator)
	s.of = s.allocator.Elem().FieldByName(strings.ToUpper(s.arena[:1]) + s.arena[1:]).Addr()
}

// on makes the subject one on another device, nil on host.
func (s *subject) on(t *testing.T, device *fake.Fake) {
	t.Helper()
	if failure := s.anew(device); failure != "" {
		t.Fatal(failure)
	}
}

// anew is on, and returns how New fails. What New makes before it fails must be
// gone then.
func (s *subject) anew(device *fake.Fake) (failure string) {
	var of *vkrt.Device
	if device != nil {
		of = device.Device()
	}
	allocator, failure := newOf(packageOf(s.target, s.arena), of)
	switch {
	case failure == "":
		s.device = device
		s.use(allocator)
	case device != nil && (len(device.Live()) > 0 || device.Faults() != nil):
		failure += " with memory left"
	}
	return failure
}

// call calls a method with arguments, zero values for those left out, and
// returns its results before the Failure and what that says.
func call(of reflect.Value, method string, arguments ...any) (results []reflect.Value, failure string) {
	m := of.MethodByName(method)
	var in []reflect.Value
	for i := range m.Type().NumIn() {
		if i < len(arguments) {
			in = append(in, reflect.ValueOf(arguments[i]).Convert(m.Type().In(i)))
		} else {
			in = append(in, reflect.Zero(m.Type().In(i)))
		}
	}
	out := m.Call(in)
	last := len(out) - 1
	return out[:last], describe(out[last])
}

// describe says all that a Failure says but in words: its code, then every
// method without parameters whose answer is not zero. Success is "".
func describe(failure reflect.Value) string {
	if !failure.MethodByName("Failed").Call(nil)[0].Bool() {
		return ""
	}
	text := failure.MethodByName("Code").Call(nil)[0].MethodByName("String").Call(nil)[0].String()
	for i := range failure.NumMethod() {
		name, m := failure.Type().Method(i).Name, failure.Method(i)
		if slices.Contains([]string{"Code", "Err", "Failed", "String"}, name) || m.Type().NumIn() > 0 {
			continue
		}
		answer := m.Call(nil)
		if ok := answer[len(answer)-1]; !ok.IsZero() {
			text += fmt.Sprintf(" %s=%v", name, answer[0])
		}
	}
	return text
}

// alloc returns a handle, of any type, and what the Failure says.
func (s *subject) alloc(size, align uint64) (handle any, failure string) {
	results, failure := call(s.of, "Alloc", size, align)
	return results[0].Interface(), failure
}

// must allocates without failing.
func (s *subject) must(t *testing.T, size uint64) any {
	t.Helper()
	handle, failure := s.alloc(size, 1)
	if failure != "" {
		t.Fatal(failure)
	}
	return handle
}

func (s *subject) free(handle any) string {
	_, failure := call(s.of, "Free", handle)
	return failure
}

// number returns a handle's 64 bits.
func number(handle any) uint64 { return reflect.ValueOf(handle).Field(0).Uint() }

// forge makes a handle of the arena of any 64 bits.
func (s *subject) forge(bits uint64) any {
	handle := reflect.New(s.of.MethodByName("Free").Type().In(0))
	*(*uint64)(handle.UnsafePointer()) = bits
	return handle.Elem().Interface()
}

// byHandle returns the methods of the arena whose first parameter is a handle.
func (s *subject) byHandle() (methods []string) {
	handle := s.of.MethodByName("Free").Type().In(0)
	for i := range s.of.NumMethod() {
		if m := s.of.Method(i); m.Type().NumIn() > 0 && m.Type().In(0) == handle {
			methods = append(methods, s.of.Type().Method(i).Name)
		}
	}
	return methods
}

// damage makes the next block's number one that is not there, so that a call
// that needs a block panics, and returns what mends that.
func (s *subject) damage() (mend func()) {
	vacant := s.of.Elem().FieldByName("blocks").FieldByName("vacant")
	at := (*[]uint32)(unsafe.Pointer(vacant.UnsafeAddr()))
	was := *at
	*at = []uint32{1 << 20}
	return func() { *at = was }
}

// state is all that can be seen of an allocator from outside: its figures and
// peaks, and what it holds of the device.
func (s *subject) state(t *testing.T) string {
	t.Helper()
	stats, failure := call(s.allocator, "Stats")
	peaks, again := call(s.allocator, "Peaks")
	if failure+again != "" {
		t.Fatal(failure, again)
	}
	text := fmt.Sprintf("%+v\n%+v", stats[0], peaks[0])
	if s.device != nil {
		text += fmt.Sprintf("\n%v\n%v", s.device.Live(), s.device.Faults())
	}
	return text
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
