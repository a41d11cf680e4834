package formattest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/metrics"
	"testing"

	"tarama/output"
)

// maxMemory is what reading a damaged file of some kilobytes may allocate in all. The bound is wide: it is there to catch
// sizes that are believed, which are gigabytes.
const maxMemory = 1 << 30

// damageCase is a file with every type and encoding, small enough to be damaged at every byte.
func damageCase() Case {
	schema := &output.Schema{
		Columns: []output.Column{
			{Name: "cell", Type: output.Int64, Role: output.RoleCell},
			{Name: "int", Type: output.Int64, Few: true, Nullable: true, Unit: "s"},
			{Name: "real", Type: output.Float64, Nullable: true},
			{Name: "word", Type: output.Dict, Words: []string{"ok", "failed", "ş"}},
			{Name: "text", Type: output.Text, Nullable: true},
		},
		Metadata: []output.Pair{{Key: "study", Value: "{}"}},
	}
	first := &output.Table{Rows: 40, Columns: make([]output.Values, 5)}
	c := first.Columns
	for row := range first.Rows {
		c[0].Ints = append(c[0].Ints, int64(row+row/30))
		c[1].Ints, c[1].Null = append(c[1].Ints, int64(row%5)), append(c[1].Null, row%7 == 0)
		c[2].Reals, c[2].Null = append(c[2].Reals, 1/float64(row+1)), append(c[2].Null, row%3 == 0)
		c[3].Codes = append(c[3].Codes, int32(row%3))
		c[4].Texts, c[4].Null = append(c[4].Texts, fmt.Sprintf("text %d", row)), append(c[4].Null, row%2 == 0)
	}
	second := &output.Table{Rows: 9, Columns: []output.Values{
		{Ints: []int64{50, 51, 52, 53, 54, 55, 56, 57, 58}},
		{Constant: true, Ints: []int64{7}},
		{Constant: true, Reals: []float64{0.5}},
		{Constant: true, Codes: []int32{1}},
		{Constant: true, Texts: []string{"the same"}},
	}}
	return Case{Schema: schema, Tables: []*output.Table{first, second}}
}

// testTruncation cuts a file off: at every length close to its ends, and at every third between.
func testTruncation(t *testing.T, f output.Format) {
	c := damageCase()
	whole := Write(t, f, c.Schema, c.Tables)
	d := newDamaged(t, f)
	for n := range whole {
		if n > 64 && n < len(whole)-256 && n%3 != 0 {
			continue
		}
		if err := d.read(whole[:n], c); err == nil {
			t.Errorf("cut off at %d of %d bytes: no error", n, len(whole))
		}
	}
}

// testChanges changes every byte: one bit, all of them, or the highest.
func testChanges(t *testing.T, f output.Format, sums Checksummed) {
	c := damageCase()
	whole := Write(t, f, c.Schema, c.Tables)
	d := newDamaged(t, f)
	for i := range whole {
		change := []byte{1 << (i / 3 % 8), 0xFF, 0x80}[i%3]
		whole[i] ^= change
		err := d.read(whole, c)
		whole[i] ^= change
		var wrong *Mismatch
		if bool(sums) && errors.As(err, &wrong) {
			t.Errorf("byte %d of %d changed by %#x: %v", i, len(whole), change, err)
		}
	}
}

// testOtherFiles opens what is no file of the format at all.
func testOtherFiles(t *testing.T, f output.Format) {
	dir := t.TempDir()
	d := newDamaged(t, f)
	for _, content := range []string{"", "PAR1", "ARROW1", "PAR1PAR1", "PAR1\x00\x00\x00\x00PAR1", "ARROW1\x00\x00ARROW1\x00\x00\x00\x00ARROW1",
		"a,b\n1,2\n", "PAR1\xff\xff\xff\x7fPAR1", "ARROW1\x00\x00\xff\xff\xff\x7fARROW1"} {
		if d.read([]byte(content), Case{}) == nil {
			t.Errorf("%q: no error", content)
		}
	}
	for _, path := range []string{dir, filepath.Join(dir, "none"), os.DevNull} {
		if r, err := f.Open(path); err == nil {
			r.Close()
			t.Errorf("%s: no error", path)
		}
	}
}

// damaged reads damaged files, and watches the memory that it takes.
type damaged struct {
	t      *testing.T
	format output.Format
	path   string
}

func newDamaged(t *testing.T, f output.Format) *damaged {
	return &damaged{t, f, filepath.Join(t.TempDir(), "part")}
}

// read returns nil for the right values, a *Mismatch for others, and else the reader's own error.
func (d *damaged) read(content []byte, c Case) error {
	if err := os.WriteFile(d.path, content, 0o666); err != nil {
		d.t.Fatal(err)
	}
	before := allocated()
	err := d.readAll(c)
	if taken := allocated() - before; taken > maxMemory {
		d.t.Errorf("a file of %d bytes took %d bytes of memory (error: %v)", len(content), taken, err)
	}
	return err
}

// allocated is how much memory the process has asked for so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func (d *damaged) readAll(c Case) error {
	r, err := d.format.Open(d.path)
	if err != nil {
		return err
	}
	defer r.Close()
	if c.Schema == nil {
		return nil
	}
	if len(r.Schema().Columns) != len(c.Schema.Columns) {
		return errors.New("the columns are others")
	}
	return CheckContent(r, c.Tables, c.Schema)
}
