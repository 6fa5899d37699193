package outside

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// module is the path of this module.
const module = "github.com/allocgen/allocgen"

// publish lays the work tree at root out as one version of the module in a
// directory that serves as GOPROXY=file://DIR, and returns that version. What it
// holds is documented by "go help goproxy".
func publish(t *testing.T, root, dir string) (version string) {
	t.Helper()
	files := moduleFiles(t, root)
	version = "v0.0.0-test.x" + digest(t, root, files)
	base := filepath.Join(dir, filepath.FromSlash(module), "@v")
	if err := os.MkdirAll(base, 0o777); err != nil {
		t.Fatal(err)
	}
	goMod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list":            version + "\n",
		version + ".info": fmt.Sprintf("{\"Version\": %q, \"Time\": \"2024-01-01T00:00:00Z\"}\n", version),
		version + ".mod":  string(goMod),
	} {
		if err := os.WriteFile(filepath.Join(base, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	zipModule(t, root, filepath.Join(base, version+".zip"), version, files)
	return version
}

// moduleFiles lists the module's files, relative to its root: hidden ones, build
// results in bin and nested modules aside.
func moduleFiles(t *testing.T, root string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		switch {
		case err != nil || name == ".":
			return err
		case e.IsDir() && (strings.HasPrefix(e.Name(), ".") || name == "bin" || hasModule(path)):
			return filepath.SkipDir
		case e.Type().IsRegular():
			files = append(files, filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func hasModule(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil && info.Mode().IsRegular()
}

// digest makes the version depend on every byte, for the go command never reads
// a version twice.
func digest(t *testing.T, root string, files []string) string {
	t.Helper()
	sum := sha256.New()
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(sum, "%q %d\n%s", name, len(text), text)
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}

func zipModule(t *testing.T, root, path, version string, files []string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.Create(module + "@" + version + "/" + name)
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
}
