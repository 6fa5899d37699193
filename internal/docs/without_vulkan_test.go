//go:build !cgo

package docs

import "testing"

// hasVulkan reports whether there is a Vulkan device, which takes cgo to tell.
func hasVulkan(*testing.T) bool { return false }
