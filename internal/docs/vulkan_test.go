//go:build cgo

package docs

import (
	"os"
	"sync"
	"testing"

	"github.com/allocgen/allocgen/runtime/vk"
)

// opened opens a Vulkan device once.
var opened = sync.OnceValue(func() error {
	c, err := vk.Open(vk.Options{})
	if err == nil {
		c.Close()
	}
	return err
})

// hasVulkan reports whether there is a Vulkan device. With CI=true there has to
// be one.
func hasVulkan(t *testing.T) bool {
	err := opened()
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatal(err)
	}
	return err == nil
}
