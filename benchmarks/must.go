package benchmarks

// Failure is what the failures of generated packages have in common.
type Failure interface {
	Failed() bool
	String() string
}

// Must returns what a call that can't fail returned, and panics if it failed.
func Must[Value any, F Failure](v Value, failure F) Value {
	if failure.Failed() {
		panic(failure.String())
	}
	return v
}
