package glue

import "github.com/dave/jennifer/jen"

// The errors of package os that say what no number of the system does, by the
// detail of the failure.
var osErrors = []struct{ detail, sentinel string }{
	{"NoFile", "ErrInvalid"},
	{"FileClosed", "ErrClosed"},
	{"FileDeadline", "ErrDeadlineExceeded"},
}

// writeReport declares the only place where the package meets an error of
// others: the result of writing to a file.
func (w *writer) writeReport(f *jen.File) {
	output := func(detail string, more ...fact) jen.Code {
		return jen.Return(fails("Output", append([]fact{is("detail", jen.Id(detail))}, more...)...))
	}
	number := is("a", jen.Uint64().Call(jen.Id("errno")))
	comment(f, "writeReport writes a report to a file, or says what kept it from there.")
	f.Func().Id("writeReport").Params(jen.Id("file").Op("*").Qual("os", "File"), jen.Id("report").Index().Byte()).Id("Failure").Block(
		jen.List(jen.Id("_"), jen.Err()).Op(":=").Id("file").Dot("Write").Call(jen.Id("report")),
		jen.Var().Id("errno").Qual("syscall", "Errno"),
		jen.Switch().BlockFunc(func(g *jen.Group) {
			g.Case(jen.Err().Op("==").Nil()).Block(jen.Return(jen.Id("Failure").Values()))
			for _, e := range osErrors {
				g.Case(jen.Qual("errors", "Is").Call(jen.Err(), jen.Qual("os", e.sentinel))).Block(output(e.detail))
			}
			g.Case(jen.Op("!").Qual("errors", "As").Call(jen.Err(), jen.Op("&").Id("errno"))).Block(output("FileRefused"))
		}),
		jen.Switch(jen.Id("errno")).Block(
			jen.Case(jen.Qual("syscall", "ENOSPC"), jen.Qual("syscall", "EDQUOT"), jen.Qual("syscall", "EFBIG")).Block(output("FileFull", number)),
			jen.Case(jen.Qual("syscall", "EPIPE")).Block(output("PipeClosed", number))),
		output("FileRefused", number))
}

// unwrap declares the error behind a failure that is not the package's own:
// of the file that a report was to be written to, or of the driver.
func (w *writer) unwrap(f *jen.File) {
	says := "what the system said of the file of a report, a syscall.Errno or an error of package os"
	if w.vulkan() {
		says += "; or what the driver said or would have said, a vkrt.Result"
	}
	comment(f, "Unwrap returns "+says+"; or nil where neither was asked, or it did what it should.")
	failure := func(field string) *jen.Statement { return jen.Id("e").Dot("Failure").Dot(field) }
	f.Func().Params(jen.Id("e").Id("Error")).Id("Unwrap").Params().Error().Block(
		jen.Switch().BlockFunc(func(g *jen.Group) {
			g.Case(failure("condition").Op("==").Id(constant("Output")).Op("&&").Add(failure("a")).Op("!=").Lit(0)).
				Block(jen.Return(jen.Qual("syscall", "Errno").Call(failure("a"))))
			for _, e := range osErrors {
				g.Case(failure("detail").Op("==").Id(e.detail)).Block(jen.Return(jen.Qual("os", e.sentinel)))
			}
			if w.vulkan() {
				g.Case(failure("result").Op("!=").Add(rt("Success"))).Block(jen.Return(failure("result")))
			}
		}),
		jen.Return(jen.Nil()))
}
