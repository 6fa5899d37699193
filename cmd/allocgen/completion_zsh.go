package main

import (
	"fmt"
	"strings"
)

// zshScript returns the script for zsh, a function file that can be sourced too.
func zshScript(verbs []completed) string {
	var names, cases strings.Builder
	for _, v := range verbs {
		fmt.Fprintf(&names, "\t\t\t%s\n", quoted(v.name+":"+v.summary, `'\''`))
		fmt.Fprintf(&cases, "\t(%s)\n\t\tflags=(%s) operands=(%s) paths=%t\n", v.name, v.flagNames(), strings.Join(v.words, " "), v.paths)
		for _, f := range v.flags {
			if f.value {
				fmt.Fprintf(&cases, "\t\t[[ $previous == %s ]] && flags=() operands=(%s) paths=%t\n", f.name, strings.Join(f.words, " "), f.paths)
			}
		}
		cases.WriteString("\t\t;;\n")
	}
	return fmt.Sprintf(zshTemplate, names.String(), cases.String())
}

// quoted returns text in single quotes, with escaped for each that it has.
func quoted(text, escaped string) string {
	return "'" + strings.ReplaceAll(text, "'", escaped) + "'"
}

// zshTemplate has places for the verbs and for what each is followed by.
const zshTemplate = `#compdef allocgen
# Completion of allocgen for zsh: allocgen completion zsh > "${fpath[1]}/_allocgen"
# Of a tool of a module make a command first: allocgen() { go tool allocgen "$@"; }

_allocgen() {
	local previous=${words[CURRENT-1]} paths=false
	local -a verbs flags operands
	if (( CURRENT == 2 )); then
		verbs=(
%s		)
		_describe verb verbs
		return
	fi
	case ${words[2]} in
%s	esac
	if [[ ${words[CURRENT]} == -* ]]; then
		compadd -- $flags
		return
	fi
	(( ${#operands} )) && compadd -- $operands
	$paths && _files
}

if [[ ${funcstack[1]} == _allocgen ]]; then
	_allocgen "$@"
else
	compdef _allocgen allocgen
fi
`
