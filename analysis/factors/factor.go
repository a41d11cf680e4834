package factors

import (
	"strings"

	"tarama/analysis/rows"
	"tarama/output"
)

// Factor is one or more parameters that vary together.
type Factor struct {
	Columns []int // by position in the source

	schema []output.Column
	book   *rows.Book
	level  []int32 // by number in the book: the level
	key    []int   // by level: the number in the book
}

// maxLevels bounds the levels of a factor.
const maxLevels = 1 << 20

func newFactor(schema []output.Column, columns []int) *Factor {
	limits := make([]int, len(columns))
	for i := range limits {
		limits[i] = maxLevels
	}
	return &Factor{Columns: columns, schema: schema, book: rows.NewBook(schema, columns, limits)}
}

// sort numbers the levels by their values, once all are known.
func (f *Factor) sort() {
	f.key = f.book.Sorted(len(f.Columns))
	f.level = make([]int32, len(f.key))
	for level, key := range f.key {
		f.level[key] = int32(level)
	}
}

// Levels is the number of levels.
func (f *Factor) Levels() int { return len(f.key) }

// Level are the values of a level, by column. Levels are in the order of their values.
func (f *Factor) Level(level int) []rows.Value { return f.book.Values(len(f.Columns), f.key[level]) }

// Name is the parameter's name, or those of several, what they begin with only once: weight_{a,b,c}.
func (f *Factor) Name() string {
	names := make([]string, len(f.Columns))
	for i, c := range f.Columns {
		names[i] = f.schema[c].Name
	}
	if len(names) == 1 {
		return names[0]
	}
	prefix := commonPrefix(names)
	if prefix == "" {
		return strings.Join(names, "+")
	}
	for i := range names {
		names[i] = strings.TrimPrefix(names[i], prefix)
	}
	return prefix + "{" + strings.Join(names, ",") + "}"
}

// commonPrefix is what all names begin with, up to and with an underscore.
func commonPrefix(names []string) string {
	prefix := names[0]
	for _, name := range names[1:] {
		for !strings.HasPrefix(name, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	return prefix[:strings.LastIndexByte(prefix, '_')+1]
}

// find appends the level of each row of a table. The table must have the factor's columns, and the rows must be among those that
// the factor was found in. keys is scratch memory.
func (f *Factor) find(to []int32, t *output.Table, keys *rows.Keys) []int32 {
	depth := len(f.Columns)
	keys.Number(t, f.Columns)
	levels := f.book.Resolve(nil, keys, depth)
	for i, number := range levels {
		levels[i] = f.level[number]
	}
	for _, id := range keys.IDs(depth) {
		to = append(to, levels[id])
	}
	return to
}

// Coder finds the levels of a factor in the rows of a table. It belongs to one goroutine at a time.
type Coder struct {
	factor *Factor
	keys   *rows.Keys
}

// NewCoder is a coder for a factor.
func (f *Factor) NewCoder() *Coder { return &Coder{factor: f, keys: rows.NewKeys(f.schema)} }

// Levels appends the level of each row of a table, which must have the factor's columns and rows in which the factor was found.
func (c *Coder) Levels(to []int32, t *output.Table) []int32 { return c.factor.find(to, t, c.keys) }
