package convert

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/trace"
)

const (
	rmm = `Thread,Time,Action,Pointer,Size,Stream
7,10:00:00.000001,free,0x1,64,0
7,10:00:00.000002,allocate,0xA00,100,0
8,10:00:00.000003,allocate failure,(nil),1048576,0x2
8,10:00:00.000004,allocate,0xb00,200,0x2
7,10:00:00.000005,allocate,(nil),0,0
7,10:00:00.000006,free,0xa00,100,0
7,10:00:00.000007,free,(nil),0,0
8,10:00:00.000008,allocate,0xa00,300,0
8,10:00:00.000009,deallocate,0xb00,200,0
`
	lives = `id,lower,upper,size
b1,0,3,40
b2,3,9,50
b3,0,9,60
`
)

func TestRead(t *testing.T) {
	dump, err := os.ReadFile("../../../internal/snapshot/testdata/vma3.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{rmm, `# note a log of RAPIDS Memory Manager; alignment 256
# note left out: allocations that failed, 1
# note left out: frees of what was allocated before, 1
a 0 100 256
a 1 200 256
f 0
a 2 300 256
f 1
`},
		{"\uFEFF\"Action\", pointer ,SIZE\r\nallocate, 0x1 ,5\r\n", `# note a log of RAPIDS Memory Manager; alignment 256
a 0 5 256
`},
		{lives, `# note lifetimes of buffers
a 0 40 1
l 0 "b1"
a 2 60 1
l 2 "b3"
f 0
a 1 50 1
l 1 "b2"
f 1
f 2
`},
		{"size,end,start,alignment\n40,2,0,8\n50,8,2,16\n", `# note lifetimes of buffers
a 0 40 8
a 1 50 16
f 0
f 1
`},
		{string(dump), `# note a dump of Vulkan Memory Allocator: what was live, in the order of addresses; alignment 1
a 0 768 1
a 1 256 1 optimal
l 1 "a \"quoted\" name"
a 2 560 1
`},
		{"id,lower,upper,size\n7,0,1,8\n" + strings.Repeat("n", 5000) + ",1,2,8\n", "# note lifetimes of buffers\na 0 8 1\nf 0\na 1 8 1\nl 1 \"" + strings.Repeat("n", longestName) + "\"\nf 1\n"},
		{`{"DedicatedAllocations": {"Type 1": [{"Size": 4, "CustomData": "0x7f00"}, {"Size": 5, "CustomData": "shadow"}, {"Size": 6, "UserData": "staging"}, {"Size": 7, "CustomData": "00007FF6A0"}]}}`,
			`# note a dump of Vulkan Memory Allocator: what was live, in the order of addresses; alignment 1
a 0 4 1
a 1 5 1
l 1 "shadow"
a 2 6 1
l 2 "staging"
a 3 7 1
`},
		{"# id,lower,upper,size\na 7 64 16\n", "# id,lower,upper,size\na 7 64 16\n"},
	} {
		got, err := Read([]byte(c.text))
		if err != nil {
			t.Errorf("%.40q: %v", c.text, err)
			continue
		}
		var text strings.Builder
		if err := got.Write(&text); err != nil || text.String() != c.want {
			t.Errorf("%.40q: %v, got\n%swant\n%s", c.text, err, &text, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	const log, table = "Thread,Time,Action,Pointer,Size,Stream\n", "id,lower,upper,size,alignment\n"
	for _, c := range []struct{ text, want string }{
		{log + "7,10,allocate,0x1,5\n", "line 2: wrong number of fields"},
		{log + "\n7,10,allocate,0x1,-5,0\n", `line 3: size "-5" is not a number from 0 to`},
		{log + "7,10,allot,0x1,5,0\n", `line 2: unknown action "allot", want allocate, free or allocate failure`},
		{log + "7,10,allocate,0x1,5,0\n7,10,allocate,0X1,5,0\n", "line 3: 0x1 is allocated, and has not been freed"},
		{log + "7,10,\"allocate,0x1,5,0\n", "line "},
		{table + "b,1,1,5,1\n", "line 2: a life from 1 to 1 is over before it begins"},
		{table + "b,x,1,5,1\n", `line 2: lower "x" is not a whole number`},
		{table + "b,1,2.5,5,1\n", `line 2: upper "2.5" is not a whole number`},
		{table + "b,1,2,,1\n", `line 2: size "" is not a number`},
		{table + "b,1,2,5,a\n", `line 2: alignment "a" is not a number`},
		{"{\n\"Total\": 1}", "line 1:1: there is no map of blocks"},
		{"{\n\"Total\": }", "line 2:10: "},
		{"a,b,c\n", `line 1: unknown operation "a,b,c"`},
	} {
		if _, err := Read([]byte(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// FuzzRead: what is read can be written, in the same operations.
func FuzzRead(f *testing.F) {
	for _, text := range []string{rmm, lives, "start,end,size\n0,0,1\n", "a 1 2 3\n", `{"DefaultPools": {}}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		first, err := Read(src)
		if err != nil {
			return
		}
		var text strings.Builder
		if err := first.Write(&text); err != nil {
			t.Fatal(err)
		}
		second, err := trace.Read(strings.NewReader(text.String()))
		if err != nil || fmt.Sprint(first.Ops) != fmt.Sprint(second.Ops) {
			t.Fatalf("%v, first %v, second %v", err, first.Ops, second.Ops)
		}
	})
}
