// Package fake simulates a Vulkan device for tests: any profile, a record of
// every native call, faults on demand, and a list of what a real driver would
// have been entitled to crash on.
//
//	f := fake.New(profile, fake.Options{})
//	f.FailNth(fake.Allocate, 3, vkrt.ErrorOutOfDeviceMemory)
//	… run an allocator on f.Device() …
//	f.Calls()  // what it asked of the driver, in order
//	f.Live()   // the memory that it has not returned, and f.Resources()
//	f.Faults() // where it broke Vulkan's rules: none, if it is right
//
// A fake is deterministic: the handles of memory count up from 1, those of
// buffers and images together likewise, and none is used twice. All methods may
// be called from any goroutine.
package fake

import (
	"sync"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// Options change how a fake behaves. The zero value has every default.
type Options struct {
	// MapLimit is the size in bytes above which memory cannot be mapped
	// (ErrorMemoryMapFailed), for maps take real memory. 0 means 64 MiB.
	MapLimit uint64
	// Forget keeps no record of calls, for runs of many millions.
	Forget bool
	// Untouched makes all maps show the same bytes, for runs of many maps that
	// don't look at them.
	Untouched bool
	// BufferAddress is the feature of that name: buffers can have an address.
	BufferAddress bool
	// BufferRequirements and ImageRequirements say what a resource asks of its
	// memory, its kind and handle aside. Nil: what it would ask of a device
	// without preferences. Counts of the image that may be 0 are 1 here.
	BufferRequirements func(info vkrt.BufferInfo) vkrt.Requirements
	ImageRequirements  func(info vkrt.ImageInfo) vkrt.Requirements
}

const defaultMapLimit = 64 << 20

// A Fake is a simulated device.
type Fake struct {
	profile vkrt.Profile
	options Options
	device  *vkrt.Device

	mu       sync.Mutex // guards what follows
	calls    []Call
	faults   []Fault
	plans    []plan
	failing  [kinds]vkrt.Result // what every call of a kind returns, if not Success
	ceiling  uint64             // largest size that is not refused
	refusal  vkrt.Result        // of sizes above the ceiling
	last     vkrt.Memory        // last handle given out
	live     map[vkrt.Memory]*memory
	created  uint64                // last handle of a resource given out
	existing map[uint64]*resource  // by handle: no buffer has that of an image
	heapUsed [vkrt.MaxHeaps]uint64 // by live memory
	others   [vkrt.MaxHeaps]uint64 // by other programs
	budgets  map[uint32]budget     // that replace the true ones
}

// New makes a fake of a profile. It panics with the error of vkrt.NewDevice if
// the profile is malformed.
func New(profile vkrt.Profile, options Options) *Fake {
	if options.MapLimit == 0 {
		options.MapLimit = defaultMapLimit
	}
	f := &Fake{
		profile: profile.Clone(),
		options: options,
		ceiling: ^uint64(0),
		live:    map[vkrt.Memory]*memory{},
		budgets: map[uint32]budget{},

		existing: map[uint64]*resource{},
	}
	device, err := vkrt.NewDevice(profile, f.Functions())
	if err != nil {
		panic(err)
	}
	f.device = device
	return f
}

// Device returns the device: the same at every call, as all allocators on one
// device share one.
func (f *Fake) Device() *vkrt.Device { return f.device }

// Functions returns the native functions of the fake, for a Device with an
// account of its own, as another process would have.
func (f *Fake) Functions() vkrt.Functions {
	functions := vkrt.Functions{
		AllocateMemory:   f.allocate,
		FreeMemory:       f.free,
		MapMemory:        f.mapMemory,
		UnmapMemory:      f.unmap,
		FlushMemory:      func(m vkrt.Memory, offset, size uint64) vkrt.Result { return f.sync(Flush, m, offset, size) },
		InvalidateMemory: func(m vkrt.Memory, offset, size uint64) vkrt.Result { return f.sync(Invalidate, m, offset, size) },
		MemoryBudget:     f.budget,

		CreateBuffer:       f.createBuffer,
		DestroyBuffer:      func(b vkrt.Buffer) { f.destroy(Call{Kind: DestroyBuffer, Buffer: b}) },
		BufferRequirements: func(b vkrt.Buffer) vkrt.Requirements { return f.require(Call{Kind: BufferRequirements, Buffer: b}) },
		BindBuffer: func(b vkrt.Buffer, m vkrt.Memory, offset uint64) vkrt.Result {
			return f.bind(Call{Kind: BindBuffer, Buffer: b, Memory: m, Offset: offset})
		},
		CreateImage:       f.createImage,
		DestroyImage:      func(i vkrt.Image) { f.destroy(Call{Kind: DestroyImage, Image: i}) },
		ImageRequirements: func(i vkrt.Image) vkrt.Requirements { return f.require(Call{Kind: ImageRequirements, Image: i}) },
		BindImage: func(i vkrt.Image, m vkrt.Memory, offset uint64) vkrt.Result {
			return f.bind(Call{Kind: BindImage, Image: i, Memory: m, Offset: offset})
		},
	}
	if f.options.BufferAddress {
		functions.BufferAddress = f.address
	}
	return functions
}
