module example.com/strategy

go 1.26

tool github.com/allocgen/allocgen/cmd/allocgen

require github.com/allocgen/allocgen v0.0.0

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/leanovate/gopter v0.2.11 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace github.com/allocgen/allocgen => ../..
