package spec

import (
	"strconv"
	"strings"

	"github.com/allocgen/allocgen/spec/size"
)

// Path returns the key with all that it stands in:
// arenas.device.pools.ranges.policy.block_size, or errors.Full.code.
func (s Setting) Path() string {
	switch {
	case s.Pool != "":
		return "arenas." + s.Arena + ".pools." + s.Pool + "." + s.Key
	case s.Arena != "":
		return "arenas." + s.Arena + "." + s.Key
	case s.Error != "":
		return "errors." + s.Error + "." + s.Key
	}
	return s.Key
}

// Text returns the value as a spec says it: 64MiB, true, [host_visible]. One that
// it doesn't say is "no limit" or "none", and that of a fixed block without a
// size "a parameter of New".
func (s Setting) Text() string {
	switch v := s.Value.(type) {
	case uint64:
		if s.Field.Type == Size {
			return size.Exact(v)
		}
		return decimal(v)
	case bool:
		return strconv.FormatBool(v)
	case string:
		return v
	case []string:
		switch {
		case len(v) == 0:
			return nothing
		case len(v) == 1 && s.Field.Type == Words:
			return v[0]
		}
		return "[" + strings.Join(v, ", ") + "]"
	}
	switch {
	case s.Field.Scope == policyScope(Fixed):
		return "a parameter of New"
	case s.Field.Type == Size, s.Field.Type == Count:
		return "no limit"
	}
	return nothing
}

// nothing is what a spec doesn't say, as text.
const nothing = "none"
