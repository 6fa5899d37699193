package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/allocgen/allocgen/runtime/replay"
	"github.com/allocgen/allocgen/templates"
)

// driver is a program that replays recordings in arenas.
type driver struct {
	scratch string // directory of its own, with the binary
	binary  string
	arenas  []driven
}

// virtual is the directory of a module that the packages of a driver seem to be
// in. It is not there: the go command is told so by an overlay.
const virtual = "allocgen.replay"

// driverPackage is what a driver links, whoever's module it is built in.
const driverPackage = "github.com/allocgen/allocgen/runtime/replay"

// buildDriver emits the packages of the arenas and a program for them and builds
// it in a user's module. It says what the toolchain says.
func buildDriver(ctx context.Context, arenas []driven) (_ *driver, err error) {
	home, err := driverHome(ctx, filepath.Dir(arenas[0].path), ".")
	if err != nil {
		return nil, err
	}
	d := &driver{arenas: arenas}
	if d.scratch, err = os.MkdirTemp("", "allocgen-replay"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			d.remove()
		}
	}()
	o := overlay{home: home, scratch: d.scratch, Replace: map[string]string{}}
	program, err := o.emit(arenas)
	if err != nil {
		return nil, err
	}
	list, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	replace := filepath.Join(d.scratch, "overlay.json")
	if err := os.WriteFile(replace, list, 0o666); err != nil {
		return nil, err
	}
	d.binary = filepath.Join(d.scratch, "driver.exe") // which Windows asks for, and no system minds
	_, err = goCommand(ctx, home.root, d.scratch, "build", "-buildvcs=false", "-ldflags=-s -w", "-overlay", replace, "-o", d.binary, program)
	return d, err
}

// remove removes what was made for a driver. A compiler that outlives an interrupted go
// command for a moment may still write there, so it is tried again.
func (d *driver) remove() {
	for range 50 {
		if os.RemoveAll(d.scratch) == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// overlay gathers the files that the go command is to see in a module.
type overlay struct {
	home    home
	scratch string
	Replace map[string]string // the real file of each that seems to be there
}

// emit adds the packages and the program, and returns the program's import path.
func (o *overlay) emit(arenas []driven) (program string, err error) {
	var list []templates.Driven
	sum := sha256.New()
	for _, a := range arenas {
		hash := a.plan.Hash()
		importPath := path.Join(o.home.module, virtual, hash)
		if _, there := o.Replace[o.place(hash, "allocator.go")]; !there {
			files, err := templates.Emit(a.plan)
			if err != nil {
				return "", fmt.Errorf("%s: %w", a.path, err)
			}
			if err := o.add(hash, files...); err != nil {
				return "", err
			}
		}
		fmt.Fprintf(sum, "%q %q %q\n", a.path, hash, a.arena.Name)
		list = append(list, templates.Driven{Spec: a.path, ImportPath: importPath, Plan: a.plan, Arena: a.arena.Name})
	}
	file, err := templates.EmitDriver(list)
	if err != nil {
		return "", err
	}
	name := hex.EncodeToString(sum.Sum(nil)[:16])
	return path.Join(o.home.module, virtual, name), o.add(name, file)
}

// place is where a file seems to be.
func (o *overlay) place(directory, name string) string {
	return filepath.Join(o.home.root, virtual, directory, name)
}

// add writes files and has them seem to be in a directory.
func (o *overlay) add(directory string, files ...templates.File) error {
	for _, f := range files {
		real := filepath.Join(o.scratch, strconv.Itoa(len(o.Replace))+".go")
		if err := os.WriteFile(real, f.Text, 0o666); err != nil {
			return err
		}
		o.Replace[o.place(directory, f.Name)] = real
	}
	return nil
}

// home is the module that drivers are built in.
type home struct{ root, module string }

// driverHome returns the module of the first directory that has one in which a
// driver can be built.
func driverHome(ctx context.Context, directories ...string) (home, error) {
	var said error
	for _, dir := range directories {
		root, err := moduleRoot(dir)
		if err != nil {
			return home{}, err
		}
		if root == "" {
			continue
		}
		if _, err := goCommand(ctx, root, "", "list", driverPackage); err != nil {
			said = err
			continue
		}
		text, err := goCommand(ctx, root, "", "mod", "edit", "-json")
		if err != nil {
			return home{}, err
		}
		var file struct{ Module struct{ Path string } }
		err = json.Unmarshal(text, &file)
		return home{root, file.Module.Path}, err
	}
	switch {
	case said != nil && lacksModule(said):
		return home{}, fmt.Errorf("no code can be built here: %w\nrun 'go get -tool %s@latest'", said, command)
	case said != nil:
		return home{}, fmt.Errorf("no code can be built here: %w", said)
	}
	return home{}, fmt.Errorf("no code can be built here: neither the spec nor the current directory is in a Go module\nrun 'go mod init' and 'go get -tool %s@latest'", command)
}

// lacksModule reports whether the go command complains that a module does not
// require this one.
func lacksModule(said error) bool {
	for _, complaint := range []string{"no required module provides package", "cannot find module providing package", "is replaced but not required"} {
		if strings.Contains(said.Error(), complaint) {
			return true
		}
	}
	return false
}

// patience is how long the go command may take to clean up when it is interrupted.
const patience = 5 * time.Second

// interrupt asks a process to end, which lets it remove what it made; where there
// is no such request it is killed.
func interrupt(p *os.Process) error {
	if err := p.Signal(os.Interrupt); err == nil || errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return p.Kill()
}

// goCommand runs the go command in a directory, with its temporary files in scratch
// unless that is "". An error is what it says.
func goCommand(ctx context.Context, dir, scratch string, args ...string) (out []byte, err error) {
	c := exec.CommandContext(ctx, "go", args...)
	var said bytes.Buffer
	c.Dir, c.Stderr = dir, &said
	if scratch != "" {
		c.Env = append(os.Environ(), "GOTMPDIR="+scratch)
	}
	c.Cancel, c.WaitDelay = func() error { return interrupt(c.Process) }, patience
	if out, err = c.Output(); err != nil {
		err = fmt.Errorf("go %s: %w", args[0], err)
		if complaint := bytes.TrimSpace(said.Bytes()); len(complaint) > 0 {
			err = fmt.Errorf("%w\n%s", err, complaint)
		}
	}
	return out, err
}

// run replays recordings and passes on what the program tells.
func (d *driver) run(ctx context.Context, job replay.Job, recordings []recording, see func(replay.Event)) error {
	for i, r := range recordings {
		file := filepath.Join(d.scratch, strconv.Itoa(i)+".trace")
		var text bytes.Buffer
		if err := r.Write(&text); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
			return err
		}
		job.Recordings = append(job.Recordings, replay.Source{Name: r.name, Path: file})
	}
	for _, a := range d.arenas {
		profile := ""
		if a.device != nil {
			profile = string(a.device.Append(nil))
		}
		job.Devices = append(job.Devices, profile)
	}
	said, err := json.Marshal(job)
	if err != nil {
		return err
	}
	program := exec.CommandContext(ctx, d.binary)
	var complaint bytes.Buffer
	program.Stdin, program.Stderr = bytes.NewReader(said), &complaint
	out, err := program.StdoutPipe()
	if err != nil {
		return err
	}
	if err := program.Start(); err != nil {
		return err
	}
	err = eachEvent(out, see)
	if ended := program.Wait(); ended != nil {
		return fmt.Errorf("the replay ended early: %w\n%s", ended, bytes.TrimSpace(complaint.Bytes()))
	}
	return err
}

// eachEvent reads events to their end.
func eachEvent(out io.Reader, see func(replay.Event)) error {
	lines := json.NewDecoder(out)
	for {
		var event replay.Event
		switch err := lines.Decode(&event); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		see(event)
	}
}
