package monomorphic

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the compiler says into testdata instead of comparing it")

// heading says of which compiler what follows it is.
func heading() string {
	return fmt.Sprintf("What %s for %s makes of a generated package. This file is written by make generate.\n", runtime.Version(), runtime.GOARCH)
}

// TestCompiled: what the compiler says of the packages of generated is what is
// committed, and nothing that a program does all the time puts anything on the
// heap, but for tables that grow.
func TestCompiled(t *testing.T) {
	var directories []string
	for _, directory := range generated(t)[root] {
		if strings.HasPrefix(directory, "./generated/") {
			directories = append(directories, directory)
		}
	}
	said := compile(t, nil, directories...)
	program, list := load(t, root, nil, append(directories, vkrt)...)
	for _, p := range list {
		if p.PkgPath == vkrt {
			continue
		}
		functions := functions(program, p, said)
		for _, f := range escapes(functions) {
			t.Errorf("%s: %s puts on the heap: %s", p.Name, f.name, strings.Join(f.onHeap, ", "))
		}
		compare(t, p.Name, heading()+text(functions))
	}
}

// counted returns texts without repetition, with how often each is there.
func counted(texts []string) (list []string) {
	times := map[string]int{}
	for _, text := range texts {
		if times[text]++; times[text] == 1 {
			list = append(list, text)
		}
	}
	for i, text := range list {
		if n := times[text]; n > 1 {
			list[i] = fmt.Sprintf("%s (%d)", text, n)
		}
	}
	return list
}

// compare holds the committed report of a package against what it should be, or
// writes it.
func compare(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", "compiled", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: make generate writes it", err)
	}
	was, _, _ := strings.Cut(string(committed), "\n")
	if now, _, _ := strings.Cut(text, "\n"); was != now {
		t.Fatalf("%s is of another compiler:\n%s\n%s\nrun make generate, and judge by the difference what that makes of the packages", path, was, now)
	}
	if string(committed) != text {
		t.Errorf("%s is not what the compiler says: run make generate, and judge the difference", path)
	}
}

// escapes returns the hot functions that put on the heap what no table grows by.
func escapes(functions []*compiled) []*compiled {
	return slices.DeleteFunc(slices.Clone(functions), func(f *compiled) bool {
		return !f.hot || f.growth || !slices.ContainsFunc(f.onHeap, func(what string) bool { return what != "append" })
	})
}

// text is the report of a package. It has no line numbers, which change with
// every comment.
func text(functions []*compiled) string {
	var b strings.Builder
	section := func(title string, line func(*compiled) string) {
		fmt.Fprintf(&b, "\n%s:\n", title)
		for _, f := range functions {
			if said := line(f); said != "" {
				fmt.Fprintf(&b, "  %s\n", said)
			}
		}
	}
	section("On the heap, by function; append is what makes a table grow", func(f *compiled) string {
		if len(f.onHeap) == 0 {
			return ""
		}
		return f.name + ": " + strings.Join(counted(f.onHeap), ", ")
	})
	section("Places where hot functions check bounds", func(f *compiled) string {
		if !f.hot || f.bounds == 0 {
			return ""
		}
		return fmt.Sprintf("%s: %d", f.name, f.bounds)
	})
	section("Hot functions that become part of what calls them", func(f *compiled) string {
		if !f.hot || !f.inlined {
			return ""
		}
		return f.name
	})
	section("Calls that are left in hot functions", func(f *compiled) string {
		if !f.hot || len(f.outlined) == 0 {
			return ""
		}
		return f.name + ": " + strings.Join(f.outlined, ", ")
	})
	return b.String()
}

// TestCompiledOffences: what puts something on the heap in a hot function, and
// what checks bounds once more, shows.
func TestCompiledOffences(t *testing.T) {
	const room = "	if !a.slots.HasRoom() {\n"
	for _, c := range []struct{ name, to, want string }{
		{"heap", "	a.smallPool.pages = make([]hostSmallPage, size)\n", "HostArena.alloc: make([]hostSmallPage, size)"},
		{"bounds", "	if a.smallPool.pages[size].block != 0 {\n		return 0, Failure{}\n	}\n", "HostArena.alloc: 1\n"},
		{"call", "	a.returnDue()\n", "HostArena.alloc: HostArena.returnDue"},
	} {
		instead := plant(t, "generated/hostmem/host_allocation.go", room, c.to+room)
		program, list := load(t, root, instead, "./generated/hostmem")
		functions := functions(program, list[0], compile(t, instead, "./generated/hostmem"))
		if shown := text(functions); !strings.Contains(shown, "  "+c.want) {
			t.Errorf("%s: not shown in\n%s", c.name, shown)
		}
		if found := len(escapes(functions)); found > 0 != (c.name == "heap") {
			t.Errorf("%s: %d hot functions put something on the heap", c.name, found)
		}
	}
}
