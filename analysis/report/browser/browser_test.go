//go:build browser

package browser

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	cdplog "github.com/chromedp/cdproto/log"
)

var shots = flag.String("shots", "", "keep pictures of the pages in this `folder`")

// studies are what reports are made of. Seeds are fewer than in the files where those take long.
var studies = []struct {
	name string
	args []string
}{
	{"quickstart", nil},
	{"health-thresholds", nil},
	{"health-products", nil},
	{"failover-small", []string{"--set", "seed=1,2,3,4,5,6"}},
	{"lb-rule-order", nil},
	{"lb-layers", nil},
	{"dns-resolver-count", nil},
	{"testdata/sampled", nil},
	{"testdata/failing", nil},
}

// view is a way to look at a page.
type view struct {
	name   string
	width  int64
	phone  bool
	scheme string
	print  bool
}

var views = []view{
	{name: "light", width: 1200, scheme: "light"},
	{name: "dark", width: 1200, scheme: "dark"},
	{name: "phone", width: 360, phone: true, scheme: "light"},
	{name: "print", width: 700, scheme: "light", print: true},
}

func TestReports(t *testing.T) {
	pages := makeReports(t)
	browser := openBrowser(t)
	for i, page := range pages {
		for _, v := range views {
			t.Run(studies[i].name+"/"+v.name, func(t *testing.T) { look(t, browser, page, v) })
		}
	}
}

// makeReports runs the studies with the command and returns the pages.
func makeReports(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	command := filepath.Join(dir, "tarama")
	run(t, ".", "go", "build", "-o", command, "tarama/cmd/tarama")
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var pages []string
	for _, s := range studies {
		file := filepath.Join(here, "../../../configs", s.name+".yaml")
		if strings.HasPrefix(s.name, "testdata/") {
			file = filepath.Join(here, s.name+".yaml")
		}
		name := filepath.Base(s.name)
		runStudy(t, dir, command, append([]string{"run", file, "--quiet", "-o", "results/" + name}, s.args...))
		run(t, dir, command, "report", "results/"+name, "-o", name+".html")
		pages = append(pages, filepath.Join(dir, name+".html"))
	}
	return pages
}

// runStudy runs a study of which some cells may fail.
func runStudy(t *testing.T, dir, command string, args []string) {
	t.Helper()
	const someCellsFailed = 3
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != someCellsFailed {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
}

func run(t *testing.T, dir, command string, args ...string) {
	t.Helper()
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", command, args, err, out)
	}
}

// openBrowser starts Chromium. Root, as in containers, cannot have its sandbox; the pages are our own and load nothing.
func openBrowser(t *testing.T) context.Context {
	t.Helper()
	options := chromedp.DefaultExecAllocatorOptions[:]
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	browser, stop := chromedp.NewContext(allocator)
	t.Cleanup(stop)
	if err := chromedp.Do(browser, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("this test needs Chromium, see .ci/browser: %v", err)
	}
	return browser
}

// look opens a page in a tab of its own and examines it.
func look(t *testing.T, browser context.Context, page string, v view) {
	tab, done := chromedp.NewContext(browser)
	defer done()
	watch := newWatch(t, tab)
	set(t, tab, v)
	if err := chromedp.Do(tab, chromedp.Navigate("file://"+page)); err != nil {
		t.Fatal(err)
	}
	keep(t, tab, page, v, "")
	examine(t, tab, v)
	if !v.print {
		evaluate[bool](t, tab, unfold)
		keep(t, tab, page, v, ".unfolded")
		examine(t, tab, v)
	}
	watch.report(t, page)
}

// set gives the tab the size and the colours of a view.
func set(t *testing.T, tab context.Context, v view) {
	t.Helper()
	_, err := chromedp.Call(tab, emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: v.width, Height: 900, DeviceScaleFactor: 1, Mobile: v.phone})
	if err != nil {
		t.Fatal(err)
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: v.scheme}}}
	if v.print {
		media.Media = "print"
	}
	if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
}

// watch takes down what a page asks for and what the browser has to say of it.
type watch struct{ requests, complaints chan string }

func newWatch(t *testing.T, tab context.Context) *watch {
	t.Helper()
	w := &watch{make(chan string, 1000), make(chan string, 1000)}
	err := chromedp.Listen(tab, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			w.requests <- e.Request.URL
		case *runtime.EventConsoleAPICalled:
			w.complaints <- "console: " + string(e.Type)
		case *runtime.EventExceptionThrown:
			w.complaints <- "exception: " + e.ExceptionDetails.Text
		case *cdplog.EventEntryAdded:
			w.complaints <- string(e.Entry.Level) + ": " + e.Entry.Text
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(tab, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *watch) report(t *testing.T, page string) {
	t.Helper()
	own := false
	for len(w.requests) > 0 {
		switch url := <-w.requests; {
		case url == "file://"+page:
			own = true
		case !strings.HasPrefix(url, "data:"):
			t.Errorf("the page asks for %s", url)
		}
	}
	if !own {
		t.Error("not even the page itself was seen to be asked for: requests are not watched")
	}
	for len(w.complaints) > 0 {
		t.Errorf("the browser says: %s", <-w.complaints)
	}
}

// examine holds the page to what a reader needs.
func examine(t *testing.T, tab context.Context, v view) {
	t.Helper()
	if pictures := evaluate[int](t, tab, "[...document.querySelectorAll('svg')].filter(s => s.getBoundingClientRect().width > 100).length"); pictures == 0 {
		t.Error("no picture is seen")
	}
	if wide := evaluate[int](t, tab, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); wide > 0 {
		t.Errorf("the page is %d pixels wider than the view", wide)
	}
	for what, script := range map[string]string{"words lie on each other": overlaps, "words are cut off": cuts, "words are too pale": pale} {
		if found := evaluate[[]string](t, tab, script); len(found) > 0 {
			t.Errorf("%s, %d times:\n%s", what, len(found), strings.Join(found[:min(len(found), 10)], "\n"))
		}
	}
	if v.width > 1000 {
		if found := evaluate[[]string](t, tab, beneath); len(found) > 0 {
			t.Errorf("tables lie beneath their pictures and not beside them: %q", found)
		}
	}
	if v.print {
		if tall := evaluate[int](t, tab, "Math.round(Math.max(...[...document.querySelectorAll('svg')].map(s => s.getBoundingClientRect().height)))"); tall > 900 {
			t.Errorf("a picture of %d pixels does not fit a printed page", tall)
		}
	}
}

func evaluate[T any](t *testing.T, tab context.Context, script string) T {
	t.Helper()
	result, err := chromedp.Run(tab, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatalf("%v in\n%s", err, script)
	}
	return result
}

// tallestShot is what the browser can put into one picture.
const tallestShot = 16_000

// keep writes a picture of the page if it is wanted.
func keep(t *testing.T, tab context.Context, page string, v view, suffix string) {
	t.Helper()
	if *shots == "" {
		return
	}
	if height := evaluate[int](t, tab, "document.documentElement.scrollHeight"); height > tallestShot {
		t.Logf("no picture of %d pixels", height)
		return
	}
	name := filepath.Join(*shots, strings.TrimSuffix(filepath.Base(page), ".html")+"."+v.name+suffix)
	action, ending := chromedp.FullScreenshot(100), ".png"
	if v.print {
		action, ending = chromedp.PrintToPDF(chromedp.PDFPrintBackground()), ".pdf"
	}
	picture, err := chromedp.Run(tab, action)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(*shots, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name+ending, picture, 0o644); err != nil {
		t.Fatal(err)
	}
}
