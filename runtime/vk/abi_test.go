package vk

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	structs   = regexp.MustCompile(`(?s)typedef struct \{\n(.*?)\n\} (\w+);`)
	fields    = regexp.MustCompile(`(?m)(\w+)(?:\[\d+\])?;$`)
	constants = regexp.MustCompile(`(?m)^#define (VK_\w+) (\w+)$`)
)

// newer are the structs of abi.h that the headers of vulkan-go are too old for.
var newer = []string{
	"VkPhysicalDeviceMemoryPriorityFeaturesEXT",
	"VkPhysicalDeviceBufferDeviceAddressFeatures",
	"VkPhysicalDeviceMaintenance4Properties",
	"VkPhysicalDeviceMemoryBudgetPropertiesEXT",
	"VkMemoryPriorityAllocateInfoEXT",
	"VkBufferDeviceAddressInfo",
}

// newerConstants are those of abi.h that the headers are too old for, as
// Vulkan's registry has them.
var newerConstants = map[string]string{
	"VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT":   "1000237000",
	"VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PRIORITY_FEATURES_EXT":   "1000238000",
	"VK_STRUCTURE_TYPE_MEMORY_PRIORITY_ALLOCATE_INFO_EXT":              "1000238001",
	"VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO":                     "1000244001",
	"VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES": "1000257000",
	"VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES":       "1000413001",
	"VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT":                            "0x2",
}

// opaque are the structs of which abi.h has room for the end, or the beginning
// only: their offsets count, not their sizes.
var opaque = []string{"VkPhysicalDeviceFeatures2", "VkPhysicalDeviceProperties2", "VkDebugUtilsMessengerCallbackDataEXT"}

// TestTheInterfaceIsVulkans: a program says where abi.h puts every field of
// every struct, and the value of every constant; compiled with Khronos's header
// it says the same.
func TestTheInterfaceIsVulkans(t *testing.T) {
	ours, err := os.ReadFile("abi.h")
	if err != nil {
		lacks(t, err)
	}
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/vulkan-go/vulkan").Output()
	if err != nil {
		lacks(t, err)
	}
	header := filepath.Join(strings.TrimSpace(string(dir)), "vulkan", "vulkan_core.h")
	theirs, err := os.ReadFile(header)
	if err != nil {
		t.Fatal(err)
	}
	var body strings.Builder
	var missing []string
	for _, s := range structs.FindAllStringSubmatch(string(ours), -1) {
		name := s[2]
		if !strings.Contains(string(theirs), "} "+name+";") {
			missing = append(missing, name)
			continue
		}
		list := fields.FindAllStringSubmatch(s[1], -1)
		if len(list) != strings.Count(s[1], ";") {
			t.Errorf("%s has fields of an unknown form", name)
		}
		for _, field := range list {
			fmt.Fprintf(&body, "SAY(offsetof(%s, %s))\n", name, field[1])
			if !slices.Contains(opaque, name) {
				fmt.Fprintf(&body, "SAY(sizeof ((%s *)0)->%s)\n", name, field[1])
			}
		}
		if !slices.Contains(opaque, name) {
			fmt.Fprintf(&body, "SAY(sizeof(%s))\n", name)
		}
	}
	if !slices.Equal(missing, newer) {
		t.Errorf("the header does not have %q, want %q", missing, newer)
	}
	for _, c := range constants.FindAllStringSubmatch(string(ours), -1) {
		name, value := c[1], c[2]
		want, newer := newerConstants[name]
		switch {
		case !newer:
			fmt.Fprintf(&body, "SAY(%s)\n", name)
		case value != want:
			t.Errorf("abi.h has %s %s, want %s", name, value, want)
		}
	}
	got, want := layout(t, "abi.h", body.String()), layout(t, header, body.String())
	if len(got) != len(want) || len(got) < 150 {
		t.Fatalf("%d lines and %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("abi.h has %s, the header %s", got[i], want[i])
		}
	}
}

// layout returns the lines that a program says that includes a header.
func layout(t *testing.T, header, body string) []string {
	t.Helper()
	absolute, err := filepath.Abs(header)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, "layout.c"), filepath.Join(dir, "layout")
	text := "#include <stddef.h>\n#include <stdio.h>\n" +
		"#define SAY(expression) printf(\"%s is %lld\\n\", #expression, (long long)(expression));\n" +
		"#include \"" + filepath.ToSlash(absolute) + "\"\nint main(void) {\n" + body + "}\n"
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	include := filepath.Dir(filepath.Dir(absolute)) // of <vulkan/vk_platform.h>
	if out, err := exec.Command("gcc", "-w", "-I", include, "-o", program, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// lacks skips a test that has no source, Go command or compiler; with CI=true
// it fails.
func lacks(t *testing.T, err error) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(err)
	}
	t.Skip("the test needs its source, go and gcc: ", err)
}
