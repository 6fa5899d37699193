package mem_test

// Here go generate finds it last: the files that allocgen removes it has read before.
//
//go:generate go tool allocgen generate
