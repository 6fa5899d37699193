//go:build cgo

package vk_test

import (
	"fmt"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/vk"
)

func ExampleOpen() {
	c, err := vk.Open(vk.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	d := c.Runtime
	typ := vkrt.Choose(d.Types(), ^uint32(0), vkrt.HostVisible, vkrt.DeviceLocal, 0).At(0)
	m, outcome := d.Allocate(1<<20, typ)
	fmt.Println(d.Profile().Name, outcome)
	if outcome.OK() {
		d.Free(m, 1<<20, typ)
	}
}
