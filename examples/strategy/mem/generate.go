package mem

//go:generate go tool allocgen generate
