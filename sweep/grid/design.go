package grid

import (
	"tarama/models"
	"tarama/sweep/grid/design"
)

// Design is an axis of points that a sampling design places: one for each of its points, which sets as many parameters as
// the design has factors. It stores none of them.
type Design struct {
	points     design.Design
	factors    []Factor
	parameters []int
}

// NewDesign returns the axis of a design with as many dimensions as there are factors.
func NewDesign(points design.Design, factors []Factor) *Design {
	d := &Design{points: points, factors: factors}
	for _, f := range factors {
		d.parameters = append(d.parameters, f.Parameter())
	}
	return d
}

// Len is the number of points.
func (d *Design) Len() int64 { return d.points.Len() }

// Parameters are those of the factors, in their order.
func (d *Design) Parameters() []int { return d.parameters }

// Words is the dictionary of the factor that sets the parameter.
func (d *Design) Words(parameter int) []string {
	for _, f := range d.factors {
		if f.Parameter() == parameter {
			return f.Words()
		}
	}
	return nil
}

// distinct bounds the number of values of a parameter.
func (d *Design) distinct(parameter int) int64 {
	for _, f := range d.factors {
		if c, ok := f.(*Choice); ok && c.Parameter() == parameter {
			return min(c.axis.Len(), d.Len())
		}
	}
	return d.Len()
}

// FillEnds writes the first and the last value of every factor to the rows 0 and 1: the ends of the range that the design
// may fill.
func (d *Design) FillEnds(columns []models.Column) {
	for _, f := range d.factors {
		f.fill(columns, 0, 0)
		f.fill(columns, 1, 1)
	}
}

// Fill computes points.
func (d *Design) Fill(columns []models.Column, low, high int, first int64) {
	for j, f := range d.factors {
		for row := low; row < high; row++ {
			f.fill(columns, row, d.points.At(first+int64(row-low), j))
		}
	}
}
