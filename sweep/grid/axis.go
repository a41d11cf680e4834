package grid

import "tarama/models"

// Axis is a sequence of values of one parameter, or of several that move together.
type Axis interface {
	// Len is the number of values, at least 1.
	Len() int64

	// Parameters are the positions in Spec.Parameters of what the axis sets.
	Parameters() []int

	// Words is the dictionary of a text parameter of the axis: distinct words in the order of their first appearance.
	// The axis's codes are positions in it. It is nil for numbers.
	Words(parameter int) []string

	// Fill writes the values number first, first+1, ... to the rows low to high-1 of the axis's parameters' columns.
	// The last one must be a value of the axis: there is no wrapping round. It allocates nothing.
	Fill(columns []models.Column, low, high int, first int64)
}

// NewColumns returns columns for some rows of the given parameters, each with the slice of its type.
func NewColumns(parameters []models.Parameter, rows int) []models.Column {
	columns := make([]models.Column, len(parameters))
	for i := range parameters {
		columns[i] = newColumn(parameters[i].Type, rows)
	}
	return columns
}

func newColumn(t models.Type, rows int) models.Column {
	switch {
	case t == models.Int:
		return models.Column{Ints: make([]int64, rows)}
	case t == models.Real:
		return models.Column{Reals: make([]float64, rows)}
	}
	return models.Column{Codes: make([]int32, rows)}
}
