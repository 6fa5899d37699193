//go:build cgo

package main

import (
	"reflect"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// counting returns a device that is the given one and counts native calls.
func counting(d *vkrt.Device, calls *int) (*vkrt.Device, error) {
	functions := d.Functions()
	fields := reflect.ValueOf(&functions).Elem()
	for i := range fields.NumField() {
		field := fields.Field(i)
		if field.IsNil() {
			continue
		}
		native := reflect.ValueOf(field.Interface()) // the function, not the field that is set
		field.Set(reflect.MakeFunc(field.Type(), func(in []reflect.Value) []reflect.Value {
			*calls++
			return native.Call(in)
		}))
	}
	return vkrt.NewDevice(d.Profile(), functions)
}
