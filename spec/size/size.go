// Package size reads and writes byte counts: "2MiB" in a spec, "2 MiB
// (2097152 bytes)" in messages. Append is also a template: generated code
// carries a copy of it, so it obeys the rules of package templates.
package size

import "embed"

// Source holds the part of this package that generated code carries.
//
//go:embed append.go
var Source embed.FS
