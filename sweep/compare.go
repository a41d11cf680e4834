package sweep

import (
	"slices"
	"strconv"

	"tarama/models"
	"tarama/output"
)

// Difference is one value, or one row, that is stored otherwise than it comes out of the study.
type Difference struct {
	Part       int    `json:"part"`
	Format     string `json:"format"`
	Cell       int64  `json:"cell"`
	Column     string `json:"column,omitempty"` // empty if the whole row is missing or too many
	Stored     string `json:"stored"`
	Recomputed string `json:"recomputed"`
}

// What stands for a row that one side does not have, and for a value that does not exist.
const (
	noRow  = "no such row"
	noRows = "a row"
	null   = "null"
)

// comparison walks through the stored rows of one part along the recomputed ones and gathers the differences.
type comparison struct {
	columns []output.Column
	reader  output.Reader
	all     bool // every stored row must be recomputed
	before  func()
	after   func()

	positions []int         // of all columns
	group     int           // the next to read
	stored    *output.Table // its memory is used again for the next part
	at        int           // the next stored row

	rows, values int64 // compared
	count        int64 // of differences
	found        []Difference
	template     Difference

	err error // why the stored rows cannot be compared to the end
}

// mostFound is how many differences are kept; all are counted.
const mostFound = 20

func (c *comparison) add(d Difference) {
	c.count++
	if len(c.found) < mostFound {
		c.found = append(c.found, d)
	}
}

// row reports a row that only one side has.
func (c *comparison) row(cell int64, stored, recomputed string) {
	d := c.template
	d.Cell, d.Stored, d.Recomputed = cell, stored, recomputed
	c.add(d)
}

// with compares recomputed rows, in cell order, with the stored ones that follow.
func (c *comparison) with(rows *output.Table) error {
	cells := rows.Columns[0].Ints[:rows.Rows]
	for i := 0; i < rows.Rows; {
		more, err := c.load()
		if err != nil {
			return err
		}
		switch {
		case !more || c.storedCells()[c.at] > cells[i]:
			c.row(cells[i], noRow, noRows)
			i++
		case c.storedCells()[c.at] < cells[i]:
			c.skip()
		default:
			n := common(cells[i:], c.storedCells()[c.at:])
			c.run(rows, i, n)
			i += n
			c.at += n
		}
	}
	return nil
}

// skip passes over a stored row that is not recomputed, which is wrong if all should be.
func (c *comparison) skip() {
	if c.all {
		c.row(c.storedCells()[c.at], noRows, noRow)
	}
	c.at++
}

// end passes over the stored rows that are left.
func (c *comparison) end() error {
	for {
		more, err := c.load()
		if err != nil || !more {
			return err
		}
		c.skip()
	}
}

func (c *comparison) storedCells() []int64 { return c.stored.Columns[0].Ints[:c.stored.Rows] }

// load makes sure that there is a stored row, if there is one left.
func (c *comparison) load() (more bool, err error) {
	for c.at == c.stored.Rows {
		if c.group == len(c.reader.Rows()) {
			return false, nil
		}
		c.before()
		err := c.reader.Read(c.group, c.positions, c.stored)
		c.after()
		if err != nil {
			return false, err
		}
		c.spellCells()
		c.group++
		c.at = 0
	}
	return true, nil
}

// spellCells makes the stored cells' numbers a value per row, since rows are found by them. A file of ours never has one
// number for all rows, but any file can be put in its place.
func (c *comparison) spellCells() {
	cells := &c.stored.Columns[0]
	if !cells.Constant {
		return
	}
	cells.Ints, cells.Constant = slices.Repeat(cells.Ints[:1], c.stored.Rows), false
}

// common is how many numbers both slices begin with.
func common(a, b []int64) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// run compares n rows from row first on with the next stored ones, column by column.
func (c *comparison) run(rows *output.Table, first, n int) {
	c.rows += int64(n)
	for i := range c.columns {
		stored, computed := &c.stored.Columns[i], &rows.Columns[i]
		c.values += int64(n)
		for done := 0; done < n; {
			same := equalRun(c.columns[i].Type, stored, c.at+done, computed, first+done, n-done)
			if done += same; done == n {
				break
			}
			d := c.template
			d.Cell, d.Column = c.storedCells()[c.at+done], c.columns[i].Name
			d.Stored = text(&c.columns[i], stored, c.at+done)
			d.Recomputed = text(&c.columns[i], computed, first+done)
			c.add(d)
			done++
		}
	}
}

func isNull(v *output.Values, row int) bool { return v.Null != nil && !v.Constant && v.Null[row] }

func index(v *output.Values, row int) int {
	if v.Constant {
		return 0
	}
	return row
}

// text prints a value so that two that differ in any bit look different.
func text(c *output.Column, v *output.Values, row int) string {
	if isNull(v, row) {
		return null
	}
	switch row = index(v, row); c.Type {
	case output.Int64:
		return strconv.FormatInt(v.Ints[row], 10)
	case output.Float64:
		return models.FormatReal(v.Reals[row])
	case output.Dict:
		if code := v.Codes[row]; int(code) < len(c.Words) {
			return c.Words[code]
		}
		return "word " + strconv.Itoa(int(v.Codes[row]))
	}
	return v.Texts[row]
}
