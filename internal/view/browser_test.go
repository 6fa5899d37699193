package view

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestBrowserDrawsThePage opens pages in a browser, where there is one: it draws an
// element for each block, the sums and a row for each region, and no name becomes
// part of the page.
func TestBrowserDrawsThePage(t *testing.T) {
	for _, c := range []struct {
		name    string
		picture Picture
		sums    string
	}{
		{"snapshot", Picture{Title: evil, Snapshot: still()}, "4 blocks, 1.01 MiB (1057280 bytes) reserved; 5003 regions, 42.56 KiB (43584 bytes) in use, 4.1 %"},
		{"history", Picture{Title: "run", History: drawn(t, 1, 300)}, "in use"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dom := opened(t, page(t, &c.picture))
			moment := c.picture.moment().Usage()
			if n := strings.Count(dom, `class="block"`); n != moment.Blocks {
				t.Errorf("%d blocks are drawn, want %d", n, moment.Blocks)
			}
			if n, want := len(regexp.MustCompile(`<tr>`).FindAllString(dom, -1)), min(moment.Regions, 500); n != want {
				t.Errorf("%d rows are in the table, want %d", n, want)
			}
			if !strings.Contains(dom, c.sums) || strings.Contains(dom, "<b>\u2028") {
				t.Errorf("without %q, or with a name that became part of the page", c.sums)
			}
			if history := !strings.Contains(dom, `aria-label="History" hidden`); history != (c.picture.History != nil) {
				t.Errorf("the slider is there: %t", history)
			}
		})
	}
}

// opened returns what a browser makes of a page once its script has run.
func opened(t *testing.T, page string) (dom string) {
	t.Helper()
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("there is no browser to open the page in")
	}
	directory := t.TempDir()
	path := filepath.Join(directory, "page.html")
	if err := os.WriteFile(path, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+filepath.Join(directory, "profile"),
		"--window-size=1000,900", "--virtual-time-budget=2000", "--dump-dom", "file://"+path)
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
