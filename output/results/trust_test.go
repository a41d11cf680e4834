package results

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tarama/output"
)

// partial is what a run leaves that was killed after it had sealed parts 0, 2 and 3.
func partial(t *testing.T) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "r")
	d := create(t, dir)
	mustSeal(t, d, 2, 0, 3)
	p, err := d.NewPart(1, 100, 200)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.create(); err != nil {
		t.Fatal(err)
	}
	files := snapshot(t, dir)
	if err := errors.Join(p.Abort(), d.Close()); err != nil {
		t.Fatal(err)
	}
	return files
}

// TestKilledRunLeavesTemporaryFiles checks what the tests below build on.
func TestKilledRunLeavesTemporaryFiles(t *testing.T) {
	want := []string{".journal-000001.jsonl", ".lock", "arrow/.part-000001.arrow.tmp", "arrow/part-000000.arrow", "arrow/part-000002.arrow",
		"parquet/.part-000001.parquet.tmp", "parquet/part-000000.parquet", "parquet/part-000002.parquet"}
	if got := slices.Sorted(maps.Keys(partial(t))); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
}

// TestTornFiles cuts every file of a killed run off at many lengths, or takes it away, as a power cut may: the next run
// must end with the same bytes as an uninterrupted one.
func TestTornFiles(t *testing.T) {
	whole, want := partial(t), finished(t)
	dir := filepath.Join(t.TempDir(), "r")
	for _, name := range slices.Sorted(maps.Keys(whole)) {
		for _, n := range cuts(len(whole[name])) {
			torn := maps.Clone(whole)
			torn[name] = whole[name][:n]
			restore(t, dir, torn)
			resume(t, dir)
			checkSame(t, snapshot(t, dir), want)
			if t.Failed() {
				t.Fatalf("%s cut off at %d of %d bytes", name, n, len(whole[name]))
			}
		}
	}
}

// TestTornManifest does the same to the manifest of a finished directory, whose journals are gone, and kills the next run
// at once.
func TestTornManifest(t *testing.T) {
	want := finished(t)
	dir := filepath.Join(t.TempDir(), "r")
	text := want[manifestName]
	for _, n := range append(cuts(len(text)), len(text)-3) {
		torn := maps.Clone(want)
		torn[manifestName] = text[:n]
		restore(t, dir, torn)
		d := create(t, dir)
		killed := snapshot(t, dir)
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		restore(t, dir, killed)
		resume(t, dir)
		checkSame(t, snapshot(t, dir), want)
		if t.Failed() {
			t.Fatalf("cut off at %d of %d bytes", n, len(text))
		}
	}
}

// cuts are lengths at which to cut a file off: close to its ends, and some between.
func cuts(size int) []int {
	lengths := []int{0, 1}
	for i := 1; i <= 8; i++ {
		lengths = append(lengths, size*i/9)
	}
	lengths = append(lengths, size-1)
	return slices.DeleteFunc(lengths, func(n int) bool { return n < 0 || n >= size })
}

// TestTornManifestOfAnotherStudy holds that a manifest that says nothing is no licence to overwrite.
func TestTornManifestOfAnotherStudy(t *testing.T) {
	files := finished(t)
	files[manifestName] = ""
	dir := filepath.Join(t.TempDir(), "r")
	restore(t, dir, files)
	h := testHeader()
	h.Digest = "0123"
	var damage *DamagedError
	if _, err := Create(dir, h, testSchema(), Options{}); !errors.As(err, &damage) {
		t.Errorf("error %v", err)
	}
	files[partName(0, "parquet")] = "torn"
	files = map[string]string{manifestName: "", partName(0, "parquet"): "torn"}
	restore(t, dir, files)
	if _, err := Create(dir, testHeader(), testSchema(), Options{}); !errors.As(err, &damage) {
		t.Errorf("error %v where no file tells whose it is", err)
	}
	checkSame(t, snapshot(t, dir), files)
}

// TestChangedFiles changes single bytes of sealed files, and takes files away: Verify must name the file.
func TestChangedFiles(t *testing.T) {
	files := finished(t)
	dir := filepath.Join(t.TempDir(), "r")
	restore(t, dir, files)
	d := create(t, dir)
	defer d.Close()
	if !d.Finished() || len(d.Earlier()) != 5 {
		t.Fatalf("finished %v, parts %+v", d.Finished(), d.Earlier())
	}
	part := d.Earlier()[2]
	for _, format := range []string{"parquet", "arrow"} {
		name := partName(2, format)
		path := filepath.Join(dir, name)
		check := func(what, want string, o VerifyOptions) {
			t.Helper()
			var damage *DamagedError
			if err := d.Verify(part, o); !errors.As(err, &damage) || damage.Path != path || !strings.Contains(damage.Problem, want) {
				t.Errorf("%s %s: %v", name, what, err)
			}
		}
		write := func(text string) {
			t.Helper()
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		text := files[name]
		for i := 0; i < len(text); i += 97 {
			changed := []byte(text)
			changed[i] ^= 1 << (i % 8)
			write(string(changed))
			check("changed", "was changed", VerifyOptions{})
		}
		if err := d.Verify(part, VerifyOptions{SizeOnly: true}); err != nil {
			t.Errorf("by size alone: %v", err)
		}
		write(text[1:])
		check("short", "were written", VerifyOptions{SizeOnly: true})
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		check("removed", "is missing", VerifyOptions{})
		if err := os.Symlink(filepath.Join(dir, partName(1, format)), path); err != nil {
			t.Fatal(err)
		}
		check("a link", "is not a regular file", VerifyOptions{})
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		write(text)
		if err := d.Verify(part, VerifyOptions{}); err != nil {
			t.Error(err)
		}
	}
}

// TestRepair makes damaged parts of a finished directory again.
func TestRepair(t *testing.T) {
	want := finished(t)
	dir := filepath.Join(t.TempDir(), "r")
	files := maps.Clone(want)
	delete(files, partName(1, "arrow"))
	files[partName(4, "parquet")] += "x"
	restore(t, dir, files)
	if remade := resume(t, dir); !slices.Equal(remade, []int{1, 4}) {
		t.Errorf("made parts %v again", remade)
	}
	checkSame(t, snapshot(t, dir), want)
}

// TestManifestAndJournals is what a run leaves that was killed between writing the manifest and removing the journals.
func TestManifestAndJournals(t *testing.T) {
	want := finished(t)
	dir := filepath.Join(t.TempDir(), "r")
	files := maps.Clone(want)
	files[".journal-000001.jsonl"] = partial(t)[".journal-000001.jsonl"]
	restore(t, dir, files)
	d := create(t, dir)
	if !d.Finished() {
		t.Error("not finished")
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	checkSame(t, snapshot(t, dir), want)
}

func TestOtherStudy(t *testing.T) {
	for _, files := range []map[string]string{finished(t), partial(t)} {
		for _, c := range []struct {
			field  string
			change func(h *Header)
		}{
			{"the digest", func(h *Header) { h.Digest = "ab" }},
			{"the model", func(h *Header) { h.Model = "lb" }},
			{"the version of the model", func(h *Header) { h.ModelVersion++ }},
			{"the version of the format", func(h *Header) { h.Format = output.FormatVersion - 1 }},
			{"the number of cells", func(h *Header) { h.Cells++ }},
			{"the number of cells a part", func(h *Header) { h.PartCells++ }},
			{"the list of formats", func(h *Header) { h.Formats = h.Formats[:1] }},
		} {
			if c.field == "the version of the format" && output.FormatVersion == 1 {
				c.change = func(h *Header) { h.Format = 2 }
			}
			dir := filepath.Join(t.TempDir(), "r")
			restore(t, dir, files)
			h := testHeader()
			c.change(&h)
			var other *OtherStudyError
			_, err := Create(dir, h, testSchema(), Options{})
			if !errors.As(err, &other) || other.Differences[0].Field != c.field || other.Stored.Digest != "00ff12" {
				t.Errorf("%s: error %v", c.field, err)
				continue
			}
			if !strings.Contains(err.Error(), c.field+" is ") {
				t.Errorf("message %q does not name %s", err, c.field)
			}
			after := snapshot(t, dir)
			if _, ok := files[lockName]; ok {
				after[lockName] = files[lockName] // the dead run's lock is taken over and given back
			}
			checkSame(t, after, files)
		}
	}
}

// TestOverwrite removes what a manifest or a journal names and nothing else.
func TestOverwrite(t *testing.T) {
	for _, files := range []map[string]string{finished(t), partial(t)} {
		dir := filepath.Join(t.TempDir(), "r")
		files["notes.txt"], files["inputs/mine.csv"] = "mine", "mine too"
		files["parquet/part-000004.parquet.bak"] = ""
		delete(files, "parquet/part-000004.parquet.bak")
		restore(t, dir, files)
		h := testHeader()
		h.Digest, h.Cells = "abcd", 90
		d, err := Create(dir, h, testSchema(), Options{Overwrite: true})
		if err != nil {
			t.Fatal(err)
		}
		mustSeal(t, d, 0)
		finish(t, d)
		want := []string{"arrow/part-000000.arrow", "inputs/mine.csv", "manifest.json", "notes.txt", "parquet/part-000000.parquet"}
		if got := slices.Sorted(maps.Keys(snapshot(t, dir))); !slices.Equal(got, want) {
			t.Errorf("files %q, want %q", got, want)
		}
	}
}

// TestForeignDirectories are refused, and nothing in them changes.
func TestForeignDirectories(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a file":              {"notes.txt": "mine"},
		"a run.json":          {"run.json": "{}"},
		"parts of nobody":     {"parquet/part-000000.parquet": "mine"},
		"a hidden file":       {".gitignore": ""},
		"a stranger's folder": {"data/x.csv": "1"},
		"inputs of nobody":    {"inputs/x.csv": "1"},
	} {
		for _, overwrite := range []bool{false, true} {
			dir := filepath.Join(t.TempDir(), "r")
			restore(t, dir, files)
			var foreign *ForeignError
			if _, err := Create(dir, testHeader(), testSchema(), Options{Overwrite: overwrite}); !errors.As(err, &foreign) {
				t.Errorf("%s: error %v", name, err)
			}
			checkSame(t, snapshot(t, dir), files)
		}
	}
	for name, text := range map[string]string{"another program's manifest": `{"name": "app", "icons": []}`, "no JSON": "hello"} {
		dir := filepath.Join(t.TempDir(), "r")
		files := map[string]string{manifestName: text, "index.html": "x"}
		restore(t, dir, files)
		if _, err := Create(dir, testHeader(), testSchema(), Options{Overwrite: true}); err == nil {
			t.Errorf("%s: no error", name)
		}
		checkSame(t, snapshot(t, dir), files)
	}
	dir := filepath.Join(t.TempDir(), "r")
	files := partial(t)
	files["parquet/part-000099.parquet"], files["arrow/readme"] = "of a larger plan", ""
	restore(t, dir, files)
	var foreign *ForeignError
	if _, err := Create(dir, testHeader(), testSchema(), Options{}); !errors.As(err, &foreign) || len(foreign.Names) != 2 || !foreign.Beside {
		t.Errorf("between parts that are not of the plan: error %v", err)
	}
}

// TestOddPaths gives plain errors with the path.
func TestOddPaths(t *testing.T) {
	top := t.TempDir()
	file := filepath.Join(top, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	inFolder := filepath.Join(top, "folder-is-file")
	restore(t, inFolder, map[string]string{"parquet": "a file", manifestName: finished(t)[manifestName]})
	for _, dir := range []string{file, filepath.Join(file, "below"), filepath.Join(top, strings.Repeat("long", 100)), inFolder} {
		_, err := Create(dir, testHeader(), testSchema(), Options{})
		if err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: error %v", dir, err)
		}
	}
	if entries, err := os.ReadDir(top); err != nil || len(entries) != 2 {
		t.Errorf("left %v, %v", entries, err)
	}
}

// TestSymbolicLinks in a directory lead nowhere.
func TestSymbolicLinks(t *testing.T) {
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret")
	if err := os.WriteFile(secret, []byte("keep me"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"parquet", lockName, manifestName, ".journal-000001.jsonl"} {
		dir := filepath.Join(t.TempDir(), "r")
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		target := secret
		if name == "parquet" {
			target = outside
		}
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		d, err := Create(dir, testHeader(), testSchema(), Options{Overwrite: true})
		if err == nil {
			t.Errorf("%s is a link out of the directory: no error", name)
			d.Close()
		}
	}
	// A part of a finished directory that is a link: removing it must not follow it.
	dir := filepath.Join(t.TempDir(), "r")
	restore(t, dir, finished(t))
	link := filepath.Join(dir, partName(0, "parquet"))
	if err := errors.Join(os.Remove(link), os.Symlink(secret, link)); err != nil {
		t.Fatal(err)
	}
	d, err := Create(dir, testHeader(), testSchema(), Options{Overwrite: true})
	if err != nil {
		t.Fatal(err)
	}
	mustSeal(t, d, 0, 1, 2, 3, 4)
	finish(t, d)
	checkSame(t, snapshot(t, dir), finished(t))
	if text, err := os.ReadFile(secret); err != nil || string(text) != "keep me" {
		t.Errorf("the file that the links point to holds %q, %v", text, err)
	}
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	d := create(t, dir)
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	var locked *LockedError
	if _, err := Create(dir, testHeader(), testSchema(), Options{}); !errors.As(err, &locked) || locked.PID != os.Getpid() || locked.Host != host {
		t.Errorf("error %v", err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if len(d.Notes()) > 0 {
		t.Errorf("notes %q", d.Notes())
	}
	if err := os.WriteFile(filepath.Join(dir, lockName), []byte(`{"pid":12,"host":"elsewhere"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	d = create(t, dir)
	if n := d.Notes(); len(n) != 1 || !strings.Contains(n[0], "took over the lock of process 12 on elsewhere") {
		t.Errorf("notes %q", n)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, lockName)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the lock is still there: %v", err)
	}
}

// TestDamagedPartIsNotRead holds that reading a directory says which file is at fault.
func TestDamagedPartIsNotRead(t *testing.T) {
	for what, change := range map[string]func(files map[string]string){
		"missing": func(files map[string]string) { delete(files, partName(1, "parquet")) },
		"torn":    func(files map[string]string) { files[partName(1, "parquet")] = files[partName(1, "parquet")][:500] },
		"another": func(files map[string]string) { files[partName(1, "parquet")] = files[partName(2, "parquet")] },
	} {
		files := finished(t)
		change(files)
		dir := filepath.Join(t.TempDir(), "r")
		restore(t, dir, files)
		r, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		slices := 0
		for _, err = range r.Tables(Selection{}) {
			slices++
		}
		var damage *DamagedError
		if slices != 2 || !errors.As(err, &damage) || damage.Path != filepath.Join(dir, partName(1, "parquet")) {
			t.Errorf("%s: after %d slices: %v", what, slices, err)
		}
	}
}

func TestOpenNothing(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "none")} {
		if _, err := Open(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if c, err := Inspect(filepath.Join(dir, "none")); err != nil || c.State != Absent {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestSealedFilesChange holds that no manifest vouches for a file that is not there any more when the run ends.
func TestSealedFilesChange(t *testing.T) {
	want := finished(t)
	name := partName(1, "arrow")
	for what, change := range map[string]func(path string) error{
		"is missing":            os.Remove,
		"has 3 bytes":           func(path string) error { return os.WriteFile(path, []byte("abc"), 0o666) },
		"is not a regular file": func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o777)) },
	} {
		dir := filepath.Join(t.TempDir(), "r")
		d := create(t, dir)
		mustSeal(t, d, 0, 1, 2, 3, 4)
		if err := change(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		_, err := d.Finish()
		var changed *ChangedError
		if !errors.As(err, &changed) || changed.Damage.Path != filepath.Join(dir, name) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil && info.IsDir() {
			continue // nothing of ours is removed for it
		}
		if remade := resume(t, dir); !slices.Equal(remade, []int{1}) {
			t.Errorf("%s: made again: %d", what, remade)
		}
		checkSame(t, snapshot(t, dir), want)
	}
}

// TestLockOfAnother puts a lock of somebody else in the place of ours: it is not ours to remove.
func TestLockOfAnother(t *testing.T) {
	dir := t.TempDir()
	d := create(t, dir)
	path := filepath.Join(dir, lockName)
	if err := errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("the lock of another is gone: %v", err)
	}
}
