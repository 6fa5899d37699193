// Command mutants has gremlins change the templates, one operator at a time,
// and each template's own tests judge every change: make mutants. It prints
// which were noticed, and fails if one was not that package's table of
// equivalent ones does not explain.
//
// Gremlins knows what tests cover from Go's profiles, in which no constant and no
// case of a switch is covered, and nothing that only other parameters than the
// defaults bring to life. So it finds this program under the name of the go
// command, which says that all is covered, and judges a mutant first by the
// template's tests and then by those of its instances.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const gremlins = "github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0"

// A mutant is one change of a file, and what became of it.
type mutant struct {
	file         string // path below templates
	kind, status string
	line, column int
}

func main() {
	log.SetFlags(0)
	if filepath.Base(os.Args[0]) == "go" {
		os.Exit(standIn(os.Args[1:]))
	}
	workers := flag.Int("workers", 2, "how many mutants are judged at once")
	update := flag.Bool("update", false, "write "+page)
	flag.Parse()
	templates := flag.Args()
	if len(templates) == 0 {
		templates = all()
	}
	tools, err := os.MkdirTemp("", "mutants")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(tools)
	if err := equip(tools); err != nil {
		log.Fatal(err)
	}
	var results []result
	for _, template := range templates {
		mutants, err := unleash(tools, template, *workers)
		if err != nil {
			log.Fatal(err)
		}
		results = append(results, count(template, mutants))
		fmt.Print(results[len(results)-1])
	}
	if *update {
		if err := write(results, len(flag.Args()) == 0); err != nil {
			log.Fatal(err)
		}
	}
	if total := sum(results); total.unexplained() > 0 {
		log.Fatalf("%d mutants lived that no one has explained", total.unexplained())
	}
}

// write writes results into the document: those of all templates, or in place of what
// it says of some.
func write(results []result, all bool) error {
	if !all {
		text, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		others, err := read(string(text))
		if err != nil {
			return err
		}
		results = updated(others, results)
	}
	return os.WriteFile(page, []byte(document(results)), 0o644)
}

// all returns the names of the templates that have tests.
func all() (names []string) {
	paths, err := filepath.Glob("templates/*/*_test.go")
	if err != nil || len(paths) == 0 {
		log.Fatalf("no templates here: %v", err)
	}
	for _, path := range paths {
		names = append(names, filepath.Base(filepath.Dir(path)))
	}
	return slices.Compact(names)
}

// equip puts gremlins into a directory, and this program as its go command.
func equip(directory string) error {
	real, err := exec.LookPath("go")
	if err != nil {
		return err
	}
	install := exec.Command(real, "install", gremlins)
	install.Env = append(os.Environ(), "GOBIN="+directory, "GOFLAGS=")
	if out, err := install.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	program, err := os.ReadFile(self)
	if err != nil {
		return err
	}
	os.Setenv("GOCACHE", filepath.Join(directory, "cache")) // what is compiled of mutants serves nobody after them
	os.Setenv(realGo, real)
	os.Setenv("PATH", directory+string(os.PathListSeparator)+os.Getenv("PATH"))
	return os.WriteFile(filepath.Join(directory, "go"), program, 0o777)
}

// unleash runs gremlins over a template. The stand-in for go ends every test in
// time, so the coefficient is to let gremlins never do it.
func unleash(tools, template string, workers int) (mutants []mutant, err error) {
	report := filepath.Join(tools, template+".json")
	run := exec.Command(filepath.Join(tools, "gremlins"), "unleash", "--workers", fmt.Sprint(workers),
		"--timeout-coefficient", "1000", "-o", report, "./templates/"+template)
	if out, err := run.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", template, err, out)
	}
	text, err := os.ReadFile(report)
	if err != nil {
		return nil, err
	}
	var found struct {
		Files []struct {
			Name      string `json:"file_name"`
			Mutations []struct {
				Type, Status string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal(text, &found); err != nil {
		return nil, err
	}
	for _, f := range found.Files {
		for _, m := range f.Mutations {
			file := template + "/" + filepath.Base(f.Name)
			mutants = append(mutants, mutant{file, strings.ReplaceAll(m.Type, "_", " "), m.Status, m.Line, m.Column})
		}
	}
	if len(mutants) == 0 {
		return nil, fmt.Errorf("%s has no mutants", template)
	}
	return mutants, nil
}
