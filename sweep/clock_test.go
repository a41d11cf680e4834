package sweep

import (
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// inBubble runs a study's test in a bubble of testing/synctest. The run leaves encoders in pools, and those that were made in the
// bubble have channels that nobody outside may use: two collections empty all pools.
func inBubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	defer runtime.GC()
	defer runtime.GC()
	synctest.Test(t, test)
}

// TestClockJumps runs a study while the clock leaps: before some cells by up to half a minute, and stands still in
// between, so that blocks get all sizes. The files must be those of a run under a steady clock.
func TestClockJumps(t *testing.T) {
	want := filepath.Join(t.TempDir(), "steady")
	mustRun(t, planOf(t, fakeModel{}, manyParts), want, options(2))
	dir := filepath.Join(t.TempDir(), "leaping")
	inBubble(t, func(t *testing.T) {
		began := time.Now()
		random := rand.New(rand.NewPCG(1, 2))
		leaping := fakeModel{before: func() {
			if random.IntN(50) == 0 {
				time.Sleep(time.Duration(random.Int64N(int64(30 * time.Second))))
			}
		}}
		mustRun(t, planOf(t, leaping, manyParts), dir, options(1))
		if passed := time.Since(began); passed < 10*time.Minute {
			t.Errorf("only %s passed: the test shows nothing", passed)
		}
	})
	if diff := cmp.Diff(digests(t, want), digests(t, dir)); diff != "" {
		t.Errorf("-steady +leaping:\n%s", diff)
	}
}

// TestClockDecidesNothing lists all code that may look at a clock, and why it may. What is not here cannot depend on it.
func TestClockDecidesNothing(t *testing.T) {
	may := map[string]string{
		"sweep/blocksize.go":    "how long a block should take, which no file shows",
		"sweep/audit.go":        "how many cells an audit computes at once, which no row shows",
		"sweep/pool.go":         "how many cells a worker takes at once, which no file shows",
		"sweep/run.go":          "how long a stopped run goes on, and what the report says",
		"sweep/pilot.go":        "what plan says of time",
		"sweep/glance.go":       "whether a run begins with its plan",
		"sweep/lint/parts.go":   "how long parts take, of which advice comes and no result",
		"sweep/progress.go":     "how fast a run says that it is",
		"sweep/status.go":       "what status says of a run under way",
		"sweep/record.go":       "run.json, which may differ",
		"sweep/lint/effects.go": "how long lint tries cells before it gives up a question, which is advice and no result",
	}
	root := os.DirFS("..")
	for _, folder := range []string{"models", "output", "sweep"} {
		err := fs.WalkDir(root, folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", name), nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, imported := range file.Imports {
				if imported.Path.Value == `"time"` && may[name] == "" {
					t.Errorf("%s imports time: say here why no result can depend on it", name)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
