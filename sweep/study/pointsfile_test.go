package study

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func parsePoints(t *testing.T, study string, f files) *Study {
	t.Helper()
	s, err := Parse("study.yaml", []byte(study), Options{Models: testModels(), Open: f.open})
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return s
}

func TestPointsCrossWithOtherAxes(t *testing.T) {
	const text = "\xEF\xBB\xBFttl_s, policy,\"skew\"\r\n3.0e+01,latency,0.5\r\n 60 ,\"weighted\",1\r\n30,latency,0.5\r\n\r\n"
	f := files{"d/design.csv": text}
	s := parsePoints(t, head+"axes:\n  - interval_s: [1, 2]\n  - points: d/design.csv\n  - seed: {from: 1, count: 2}\n", f)
	want := "1 30 latency 0.5 1|1 30 latency 0.5 2|1 60 weighted 1 1|1 60 weighted 1 2|1 30 latency 0.5 1|1 30 latency 0.5 2|" +
		"2 30 latency 0.5 1|2 30 latency 0.5 2|2 60 weighted 1 1|2 60 weighted 1 2|2 30 latency 0.5 1|2 30 latency 0.5 2"
	if got := strings.Join(rows(s, "interval_s", "ttl_s", "policy", "skew", "seed"), "|"); got != want {
		t.Errorf("rows\n got %s\nwant %s", got, want)
	}
	sum := sha256.Sum256([]byte(text))
	p := s.Points[0]
	if p.Digest != hex.EncodeToString(sum[:]) || p.Bytes != int64(len(text)) || p.Points != 3 || p.Copy != "inputs/design.csv" {
		t.Errorf("%+v", p)
	}
	checkRoundTrip(t, s, files{"inputs/design.csv": text})
	other := parsePoints(t, head+"axes:\n  - interval_s: [1, 2]\n  - points: other.csv\n  - seed: [1, 2]\n", files{"other.csv": text})
	if other.Digest != s.Digest {
		t.Error("the name of the file changes the digest")
	}
	changed := parsePoints(t, head+"axes:\n  - interval_s: [1, 2]\n  - points: d/design.csv\n  - seed: [1, 2]\n", files{"d/design.csv": text + "1,latency,0\n"})
	if changed.Digest == s.Digest {
		t.Error("another point does not change the digest")
	}
	respelt := parsePoints(t, head+"axes:\n  - interval_s: [1, 2]\n  - points: d/design.csv\n  - seed: [1, 2]\n",
		files{"d/design.csv": strings.Replace(text, "3.0e+01", "30", 1)})
	if respelt.Digest == s.Digest {
		t.Error("a points file counts by its bytes, but other bytes give the same digest")
	}
}

func TestPointsCopiesHaveNamesOfTheirOwn(t *testing.T) {
	f := files{"a/d.csv": "ttl_s\n1\n", "b/d.csv": "seed\n1\n", "../..hidden ü.csv": "skew\n1\n"}
	s := parsePoints(t, head+"fixed: {interval_s: 1}\naxes:\n  - points: a/d.csv\n  - points: b/d.csv\n  - points: '../..hidden ü.csv'\n", f)
	var names []string
	for _, p := range s.Points {
		names = append(names, p.Copy)
	}
	if got := strings.Join(names, " "); got != "inputs/d.csv inputs/2-d.csv inputs/hidden___.csv" && got != "inputs/d.csv inputs/2-d.csv inputs/hidden__.csv" {
		t.Errorf("copies are %s", got)
	}
}

// TestPointsEqualValues writes random values as people and programs do, and reads them back.
func TestPointsEqualValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		text.WriteString("probability,seed\n")
		var want []string
		for range rapid.IntRange(1, 20).Draw(t, "lines") {
			p, seed := rapid.Float64Range(0, 1).Draw(t, "probability"), rapid.Int64Range(-1e9, 1e9).Draw(t, "seed")
			form := rapid.SampledFrom([]string{"%v,%d\n", "%.17e,%d.0\n", "%.17g,%de0\n", "\"%v\",%d\r\n"}).Draw(t, "form")
			fmt.Fprintf(&text, form, p, seed)
			want = append(want, fmt.Sprint(p, " ", seed))
		}
		s, err := Parse("s.yaml", []byte(head+"axes: [points: d.csv]"), Options{Models: testModels(), Open: files{"d.csv": text.String()}.open})
		if err != nil {
			t.Fatal(err)
		}
		for cell := range want {
			v := s.Grid.At(int64(cell))
			if got := fmt.Sprint(v[s.Spec.Lookup("probability")].Real, " ", v[s.Spec.Lookup("seed")].Int); got != want[cell] {
				t.Fatalf("line %d is %s, want %s", cell+2, got, want[cell])
			}
		}
	})
}

// endless never ends and never has a line end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '1'
	}
	return len(b), nil
}

func (endless) Close() error { return nil }

// failing breaks in the middle.
type failing struct{ io.Reader }

func (f failing) Close() error { return nil }

func TestBadPointsBytes(t *testing.T) {
	for _, c := range []struct {
		name string
		file io.ReadCloser
		want string
	}{
		{"endless line", endless{}, "d.csv:1:1: the line is over 64 KiB (is this a text file with a point a line?)"},
		{"endless second line", failing{io.MultiReader(strings.NewReader("ttl_s\n"), endless{})}, "d.csv:2:1: the line is over 64 KiB (is this a text file with a point a line?)"},
		{"UTF-16", failing{strings.NewReader("\xFF\xFEt\x00")}, "d.csv:1:1: the file is UTF-16 (save it as UTF-8)"},
		{"Latin-1", failing{strings.NewReader("ttl_s,policy\n30,caf\xE9\n")}, "d.csv:2:7: not UTF-8 (save the file as UTF-8)"},
		{"NUL", failing{strings.NewReader("ttl_s\n3\x000\n")}, `d.csv:2:1: ttl_s is "3\x000", but must be an integer, 1 to 2147483647 (a plain number; the unit is s)`},
		{"broken off", failing{io.MultiReader(strings.NewReader("ttl_s\n30\n"), errorReader{})}, "d.csv:3:1: the file cannot be read: input/output error"},
	} {
		_, err := Parse("study.yaml", []byte(head+"axes: [points: d.csv]"), Options{
			Models: testModels(), Open: func(string) (io.ReadCloser, error) { return c.file, nil },
		})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
	}
}

type errorReader struct{}

func (errorReader) Read([]byte) (int, error) { return 0, errors.New("input/output error") }

// manyPoints makes a points file of some lines on the fly.
func manyPoints(lines int) io.ReadCloser {
	reader, writer := io.Pipe()
	go func() {
		w := bufio.NewWriter(writer)
		w.WriteString("ttl_s,resolvers,probability\n")
		for i := range lines {
			fmt.Fprintf(w, "%d,%d.0e+00,0.%06d\n", i%100_000+1, i%50+1, i%1_000_000)
		}
		w.Flush()
		writer.Close()
	}()
	return reader
}

// TestPointsMemory holds a million points, with a real and two integer columns, to 16 bytes a point.
func TestPointsMemory(t *testing.T) {
	const lines = 1_000_000
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s, err := Parse("study.yaml", []byte(head+"axes: [points: d.csv]"), Options{
		Models: testModels(), Open: func(string) (io.ReadCloser, error) { return manyPoints(lines), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if perPoint := float64(int64(after.HeapAlloc)-int64(before.HeapAlloc)) / lines; perPoint > 16 {
		t.Errorf("%.1f bytes a point", perPoint)
	}
	if got := rows1(s, lines-1, "ttl_s", "resolvers", "probability"); got != "100000 50 0.999999" {
		t.Errorf("the last point is %s", got)
	}
}

func rows1(s *Study, cell int64, names ...string) string {
	var row []string
	for _, name := range names {
		row = append(row, s.Grid.At(cell)[s.Spec.Lookup(name)].String())
	}
	return strings.Join(row, " ")
}

func BenchmarkPoints(b *testing.B) {
	const lines = 100_000
	text, err := io.ReadAll(manyPoints(lines))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		_, err := Parse("study.yaml", []byte(head+"axes: [points: d.csv]"), Options{
			Models: testModels(), Open: func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil },
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/lines, "ns/line")
}
