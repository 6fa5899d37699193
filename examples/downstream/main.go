// Command downstream is a program that has a Vulkan device already, and a module
// of its own, in which an allocator is generated:
//
//	go get -tool github.com/allocgen/allocgen/cmd/allocgen@latest
//	go generate ./...
//	go run .
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"example.com/downstream/mem"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/vk"
	vulkan "github.com/vulkan-go/vulkan"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "downstream:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) (err error) {
	g, err := openGraphics()
	if err != nil {
		return err
	}
	defer g.close()

	// The device stays the program's. What it has enabled, allocators may use.
	device, err := vk.Adopt(g.instance, g.physical, g.device, vk.Enabled{APIVersion: apiVersion})
	if err != nil {
		return err
	}
	a, failure := mem.New(device)
	if failure.Failed() {
		return failure.Err()
	}
	defer func() { err = errors.Join(err, a.Close().Err()) }()

	const size = 1000 // bytes
	buffer, handle, failure := a.Shared.CreateBuffer(vkrt.BufferInfo{
		Size: size, Usage: uint32(vulkan.BufferUsageTransferDstBit),
	})
	if failure.Failed() {
		return failure.Err()
	}
	defer a.Shared.DestroyBuffer(handle, buffer)
	if err := g.fill(vk.Buffer(buffer), size, 0x2a2a2a2a); err != nil {
		return err
	}
	filled := make([]byte, size)
	if failure := a.Shared.CopyOut(handle, 0, filled); failure.Failed() {
		return failure.Err()
	}
	if !bytes.Equal(filled, bytes.Repeat([]byte{0x2a}, size)) {
		return errors.New("the device did not fill the buffer")
	}
	fmt.Fprintf(out, "%s filled %d bytes in memory of allocgen\n", device.Profile().Name, size)
	return nil
}
