module example.com/downstream

go 1.26

tool github.com/allocgen/allocgen/cmd/allocgen

require (
	github.com/allocgen/allocgen v0.0.0
	github.com/vulkan-go/vulkan v0.0.0-20221209234627-c0a353ae26c8
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/leanovate/gopter v0.2.11 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

// Within the source of allocgen; a program of your own has no such line.
replace github.com/allocgen/allocgen => ../..
