package modeltest

import (
	"math"

	"tarama/models"
)

// Evaluate runs one kernel on cells of one spec and returns their rows.
func Evaluate(cells []Cell) []Row {
	t := newTable(cells[0].spec, cells, poisonA)
	t.run()
	rows := make([]Row, len(cells))
	for i := range rows {
		rows[i] = t.row(i)
	}
	return rows
}

// row returns the metrics of a row that are not null.
func (t *table) row(row int) Row {
	r := Row{}
	for i := range t.spec.Metrics {
		m := &t.spec.Metrics[i]
		switch at := t.at(i, row); {
		case at.null:
		case m.Type == models.Int:
			r[m.Name] = models.IntValue(int64(at.bits))
		case m.Type == models.Real:
			r[m.Name] = models.RealValue(math.Float64frombits(at.bits))
		default:
			r[m.Name] = models.TextValue(m.Type, m.Words[at.bits])
		}
	}
	return r
}
