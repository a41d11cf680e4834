package lb

import "tarama/models"

// outputs are the metrics of a batch.
type outputs [keyCopies + 1][]int64

// bind finds the columns of a batch, and says of the rows that it names that they have all values: none is ever null.
func (o *outputs) bind(b *models.Batch) {
	for i := range o {
		o[i] = b.Metrics[i].Ints
		null := b.Metrics[i].Null
		if len(b.Order) == b.Rows {
			clear(null)
			continue
		}
		for _, row := range b.Order {
			null[row] = false
		}
	}
}

// write sets the metrics of a row.
func (o *outputs) write(row int32, c *cost) {
	for i := range o {
		o[i][row] = c.metrics[i]
	}
}
