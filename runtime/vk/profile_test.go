//go:build cgo

package vk

import (
	"math"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// TestTheProfileKeepsTheRules, survives a file, and is read the same again.
func TestTheProfileKeepsTheRules(t *testing.T) {
	c := open(t, Options{})
	p, err := Profile(c.Instance, c.PhysicalDevice, c.Enabled)
	if err != nil {
		t.Fatal(err)
	}
	file := p.Append(nil)
	t.Logf("%s", file)
	for _, violation := range p.Verify() {
		t.Error(violation)
	}
	if read, err := vkrt.ReadProfile("device.json", file); err != nil || !equal(read, p) {
		t.Errorf("read back: %v, %s", err, read.Append(nil))
	}
	if !equal(p, c.Runtime.Profile()) {
		t.Errorf("the device has\n%s", c.Runtime.Profile().Append(nil))
	}
	if p.Name == "" || p.Driver == "" || p.APIVersion == "" || len(p.Heaps) == 0 || len(p.Types) == 0 {
		t.Error("something was not read")
	}
}

// TestAnOldProgramReadsWhatVulkanGuarantees of limits that are newer.
func TestAnOldProgramReadsWhatVulkanGuarantees(t *testing.T) {
	c := open(t, Options{})
	old, err := Profile(c.Instance, c.PhysicalDevice, Enabled{})
	if err != nil {
		t.Fatal(err)
	}
	want := c.Runtime.Profile()
	want.Limits.MaxMemoryAllocationSize = vkrt.GuaranteedLimits().MaxMemoryAllocationSize
	want.Limits.MaxBufferSize = vkrt.GuaranteedLimits().MaxBufferSize
	want.MemoryBudget, want.Driver = false, old.Driver
	if !equal(old, want) || old.Driver == "" {
		t.Errorf("got %s, want %s", old.Append(nil), want.Append(nil))
	}
}

func TestVersionsAsText(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{versionText(1<<22 | 3<<12 | 255), "1.3.255"},
		{versionText(1<<29 | 1<<22), "1.0.0"}, // of a variant
		{driverText(nvidia, 580<<22|159<<14|4<<6), "580.159.4.0"},
		{driverText(0x8086, 22<<22|3<<12|6), "22.3.6"},
		{driverText(0x8086, math.MaxUint32), "1023.1023.4095"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}
