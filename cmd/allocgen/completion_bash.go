package main

import (
	"fmt"
	"strings"
)

// bashScript returns the script for bash, from 3.2 on.
func bashScript(verbs []completed) string {
	var names []string
	var cases, values strings.Builder
	for _, v := range verbs {
		names = append(names, v.name)
		fmt.Fprintf(&cases, "\t%s) flags=\"%s\" words=\"%s\" paths=%t ;;\n", v.name, v.flagNames(), strings.Join(v.words, " "), v.paths)
		for _, f := range v.flags {
			if f.value {
				fmt.Fprintf(&values, "\t\"%s %s\") flags=\"\" words=\"%s\" paths=%t ;;\n", v.name, f.name, strings.Join(f.words, " "), f.paths)
			}
		}
	}
	return fmt.Sprintf(bashTemplate, strings.Join(names, " "), cases.String(), values.String())
}

// bashTemplate has places for the verbs, for what each is followed by, and for
// what follows a flag.
const bashTemplate = `# Completion of allocgen for bash: source <(allocgen completion bash)
# Of a tool of a module make a command first: allocgen() { go tool allocgen "$@"; }

_allocgen() {
	local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} flags="" words="" paths=false path
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -W "%s" -- "$word"))
		return
	fi
	case "$verb" in
%s	esac
	case "$verb ${COMP_WORDS[COMP_CWORD-1]}" in
%s	esac
	case "$word" in
	-*) words=$flags paths=false ;;
	esac
	COMPREPLY=($(compgen -W "$words" -- "$word"))
	if $paths; then
		while IFS= read -r path; do
			COMPREPLY+=("$path")
		done < <(compgen -f -- "$word")
	fi
}

complete -o filenames -F _allocgen allocgen
`
