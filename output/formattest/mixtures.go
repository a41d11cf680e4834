package formattest

import (
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"testing"

	"tarama/output"
)

// mixtures is how many files testMixtures reads: a second's worth in each run of the tests, more when a reader changes.
var (
	mixtures     = flag.Int("mixtures", 400, "how many files with several changes a format's suite reads")
	mixturesSeed = flag.Uint64("mixtures-seed", rand.Uint64(), "what the changes are drawn with")
)

// testMixtures makes several changes at once, most of them where a file says what it holds.
func testMixtures(t *testing.T, f output.Format) {
	c := damageCase()
	whole := Write(t, f, c.Schema, c.Tables)
	d := newDamaged(t, f)
	m := &mixer{random: rand.New(rand.NewPCG(*mixturesSeed, 0))}
	for i := range *mixtures {
		content := slices.Clone(whole)
		for range 1 + m.random.IntN(5) {
			content = m.change(content)
		}
		d.readAnything(content)
		if t.Failed() {
			t.Fatalf("file %d of -mixtures-seed %d", i, *mixturesSeed)
		}
	}
}

// mixer changes files by chance.
type mixer struct{ random *rand.Rand }

// readAnything reads a file that may say anything of itself. What it gives must be right by its own words: rows as many as
// it says, and codes of its dictionaries.
func (d *damaged) readAnything(content []byte) {
	d.t.Helper()
	defer func() {
		if fault := recover(); fault != nil {
			d.t.Errorf("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	if err := os.WriteFile(d.path, content, 0o666); err != nil {
		d.t.Fatal(err)
	}
	before := allocated()
	if r, err := d.format.Open(d.path); err == nil {
		d.readGroups(r)
	}
	if taken := allocated() - before; taken > maxMemory {
		d.t.Errorf("a file of %d bytes took %d bytes of memory", len(content), taken)
	}
}

func (d *damaged) readGroups(r output.Reader) {
	defer r.Close()
	columns := r.Schema().Columns
	all := make([]int, len(columns))
	for i := range all {
		all[i] = i
	}
	var table output.Table
	for group, rows := range r.Rows() {
		if r.Read(group, all, &table) != nil {
			continue
		}
		if table.Rows != rows {
			d.t.Errorf("row group %d has %d rows, and not the %d that it says", group, table.Rows, rows)
		}
		for i := range columns {
			for row, code := range table.Columns[i].Codes {
				if null := table.Columns[i].Null; (null == nil || !null[row]) && int(code) >= len(columns[i].Words) {
					d.t.Errorf("code %d of column %d: it has %d words", code, i, len(columns[i].Words))
				}
			}
		}
	}
}

// sizes are numbers at which something ends or turns over.
var sizes = []uint64{0, 1, 2, 7, 8, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 40, 1<<63 - 1, 1 << 63, 1<<64 - 1}

// change makes one change, and returns the file, which may have another length.
func (m *mixer) change(b []byte) []byte {
	if len(b) < 32 {
		return b
	}
	at := m.place(b)
	n := 1 + m.random.IntN(min(16, len(b)-at))
	switch m.random.IntN(7) {
	case 0:
		b[at] ^= 1 << m.random.IntN(8)
	case 1:
		b[at] = byte(m.random.Uint32())
	case 2:
		b[at] += byte(m.random.IntN(5)) - 2
	case 3:
		var number [8]byte
		binary.LittleEndian.PutUint64(number[:], sizes[m.random.IntN(len(sizes))])
		copy(b[at:], number[:1<<m.random.IntN(4)])
	case 4:
		copy(b[at:at+n], b[m.place(b):])
	case 5:
		return slices.Delete(b, at, at+n)
	default:
		from := m.place(b)
		return slices.Insert(b, at, slices.Clone(b[from:min(from+n, len(b))])...)
	}
	return b
}

// place is a position in a file: mostly among the last bytes, where both formats say what they hold.
func (m *mixer) place(b []byte) int {
	if m.random.IntN(3) > 0 {
		return len(b) - 1 - m.random.IntN(min(len(b), 1500))
	}
	return m.random.IntN(len(b))
}
