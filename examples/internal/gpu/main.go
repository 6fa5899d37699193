//go:build cgo

package gpu

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/allocgen/allocgen/runtime/vk"
)

// Main runs an example on the best device there is, or the one that the
// environment variable ALLOCGEN_DEVICE names, and ends the program: with status
// 0, with 1 if the example failed, or with 2 where there is no such device.
func Main(name string, example func(*Device, io.Writer) error) {
	err := run(example)
	if err == nil {
		os.Exit(0)
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
	if _, missing := errors.AsType[*vk.MissingError](err); missing {
		os.Exit(2)
	}
	os.Exit(1)
}

func run(example func(*Device, io.Writer) error) error {
	d, err := Open(vk.Options{})
	if err != nil {
		return err
	}
	defer d.Close()
	p := d.Runtime.Profile()
	fmt.Printf("%s: Vulkan %s, driver %s\n", p.Name, p.APIVersion, p.Driver)
	return example(d, os.Stdout)
}
