package grid

import "tarama/models"

// FillFixed writes the parameters that no axis sets to the rows 0 to rows-1 of their columns. It is enough to do so once
// for columns that are used again and again: Fill leaves them alone.
func (g *Grid) FillFixed(columns []models.Column, rows int) {
	for p := range g.parameters {
		if g.axisOf[p] >= 0 {
			continue
		}
		switch c := &columns[p]; g.parameters[p].Type {
		case models.Int:
			spread(c.Ints[:rows], g.fixed[p].Int)
		case models.Real:
			spread(c.Reals[:rows], g.fixed[p].Real)
		default:
			clear(c.Codes[:rows]) // the dictionary has one word
		}
	}
}

// Fill writes the parameters that axes set, for the cells first to first+count-1, to the rows 0 to count-1 of their
// columns. The cells must exist. It allocates nothing and costs about a nanosecond per cell and parameter: it works
// axis by axis, so that there is no division per cell, only per run of equal values.
func (g *Grid) Fill(first int64, count int, columns []models.Column) {
	if count == 0 {
		return
	}
	for a := range g.axes {
		g.fillAxis(a, first, count, columns)
	}
}

// fillAxis fills one round of the axis (each of its values once, each repeated stride times) and copies it for the
// rounds that follow.
func (g *Grid) fillAxis(a int, first int64, count int, columns []models.Column) {
	axis, stride, length := g.axes[a], g.strides[a], g.lengths[a]
	rows := count
	if round := stride * length; round < int64(count) {
		rows = int(round)
	}
	digit, into := first/stride%length, first%stride
	if stride == 1 {
		fillDigits(axis, columns, 0, rows, digit)
	} else {
		// The values wanted, one row each, go to the end of the rows and are spread from there to the front. No value
		// is overwritten before it is read: each of the values still to come takes at least one row, so the run of
		// equal values being written ends at or before the place of its own value.
		distinct := int((into + int64(rows) + stride - 1) / stride)
		fillDigits(axis, columns, rows-distinct, rows, digit)
		for _, p := range axis.Parameters() {
			spreadColumn(&columns[p], rows, distinct, stride, stride-into)
		}
	}
	if rows < count {
		for _, p := range axis.Parameters() {
			repeatColumn(&columns[p], rows, count)
		}
	}
}

// fillDigits writes consecutive values of an axis to the rows low to high-1, from the value digit on, and begins again
// after the last one.
func fillDigits(axis Axis, columns []models.Column, low, high int, digit int64) {
	for length := axis.Len(); low < high; digit = 0 {
		rows := high - low
		if left := length - digit; left < int64(rows) {
			rows = int(left)
		}
		axis.Fill(columns, low, low+rows, digit)
		low += rows
	}
}

func spreadColumn(c *models.Column, rows, distinct int, stride, run int64) {
	switch {
	case c.Ints != nil:
		spreadRuns(c.Ints[:rows], distinct, stride, run)
	case c.Reals != nil:
		spreadRuns(c.Reals[:rows], distinct, stride, run)
	default:
		spreadRuns(c.Codes[:rows], distinct, stride, run)
	}
}

// spreadRuns takes the last distinct elements of s and spreads them over all of s: the first run times, each following
// one stride times, and the last over what is left.
func spreadRuns[T any](s []T, distinct int, stride, run int64) {
	row := 0
	for i := len(s) - distinct; i < len(s); i++ {
		value := s[i]
		end := len(s)
		if run < int64(end-row) {
			end = row + int(run)
		}
		spread(s[row:end], value)
		row, run = end, stride
	}
}

func spread[T any](s []T, value T) {
	for i := range s {
		s[i] = value
	}
}

func repeatColumn(c *models.Column, round, count int) {
	switch {
	case c.Ints != nil:
		repeat(c.Ints[:count], round)
	case c.Reals != nil:
		repeat(c.Reals[:count], round)
	default:
		repeat(c.Codes[:count], round)
	}
}

// repeat copies the first round elements of s over the rest of it, again and again, in copies that double.
func repeat[T any](s []T, round int) {
	for filled := round; filled < len(s); filled *= 2 {
		copy(s[filled:], s[:filled])
	}
}
