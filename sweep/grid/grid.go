package grid

import (
	"fmt"
	"math/bits"
	"strings"

	"tarama/models"
)

// MaxCells is the most cells that a grid may have. It leaves room for sums and differences of cell numbers in int64.
const MaxCells = int64(1) << 62

// TooManyCellsError says that the product of the axes' lengths is over MaxCells.
type TooManyCellsError struct {
	Lengths []int64 // of the axes
}

func (e *TooManyCellsError) Error() string {
	factors := make([]string, len(e.Lengths))
	for i, n := range e.Lengths {
		factors[i] = fmt.Sprint(n)
	}
	return "the grid has " + strings.Join(factors, " x ") + " cells, and at most 2^62 can be numbered"
}

// Grid is the product of some axes over the parameters of a spec. It is immutable and safe for concurrent use.
type Grid struct {
	parameters []models.Parameter
	axes       []Axis
	lengths    []int64
	strides    []int64
	cells      int64
	fixed      []models.Value // by parameter; meaningless where an axis sets it
	axisOf     []int          // by parameter; -1 where it is fixed
	words      [][]string     // by parameter; nil for numbers
}

// New returns the grid of the axes, in row order. fixed has a value per parameter, which counts where no axis sets the
// parameter. A product of the lengths over MaxCells is a *TooManyCellsError; a parameter on two axes is an error too.
func New(parameters []models.Parameter, fixed []models.Value, axes []Axis) (*Grid, error) {
	g := &Grid{parameters: parameters, axes: axes, fixed: fixed}
	if err := g.number(); err != nil {
		return nil, err
	}
	g.axisOf = make([]int, len(parameters))
	for p := range g.axisOf {
		g.axisOf[p] = -1
	}
	for a, axis := range axes {
		for _, p := range axis.Parameters() {
			if g.axisOf[p] >= 0 {
				return nil, fmt.Errorf("parameter %s is on two axes", parameters[p].Name)
			}
			g.axisOf[p] = a
		}
	}
	g.collectWords()
	return g, nil
}

// number sets lengths, strides and the number of cells.
func (g *Grid) number() error {
	g.lengths = make([]int64, len(g.axes))
	g.strides = make([]int64, len(g.axes))
	for a, axis := range g.axes {
		g.lengths[a] = axis.Len()
		if g.lengths[a] < 1 {
			return fmt.Errorf("axis %d has no values", a+1)
		}
	}
	cells := uint64(1)
	for a := len(g.axes) - 1; a >= 0; a-- {
		g.strides[a] = int64(cells)
		high, low := bits.Mul64(cells, uint64(g.lengths[a]))
		if high != 0 || low > uint64(MaxCells) {
			return &TooManyCellsError{Lengths: g.lengths}
		}
		cells = low
	}
	g.cells = int64(cells)
	return nil
}

func (g *Grid) collectWords() {
	g.words = make([][]string, len(g.parameters))
	for p := range g.parameters {
		switch {
		case !g.parameters[p].Type.IsText():
		case g.axisOf[p] >= 0:
			g.words[p] = g.axes[g.axisOf[p]].Words(p)
		default:
			g.words[p] = []string{g.fixed[p].Text}
		}
	}
}

// Cells is the number of cells: 1 for a grid without axes.
func (g *Grid) Cells() int64 { return g.cells }

// Axes are the axes in row order.
func (g *Grid) Axes() []Axis { return g.axes }

// Lengths are the numbers of values of the axes.
func (g *Grid) Lengths() []int64 { return g.lengths }

// Strides are, by axis, how many cells apart two neighbouring values are. Each is a multiple of the next.
func (g *Grid) Strides() []int64 { return g.strides }

// Parameters are the parameters of the spec that the grid is over.
func (g *Grid) Parameters() []models.Parameter { return g.parameters }

// Words has an entry per parameter: for text the words that the codes in its column stand for (the values of the axis
// in the order of their first appearance, or the one fixed value), else nil.
func (g *Grid) Words() [][]string { return g.words }

// AxisOf returns the axis that sets a parameter, or -1 if it is fixed.
func (g *Grid) AxisOf(parameter int) int { return g.axisOf[parameter] }

// Varies says whether a parameter has more than one value in the grid: whether its axis has more than one.
func (g *Grid) Varies(parameter int) bool {
	a := g.axisOf[parameter]
	return a >= 0 && g.lengths[a] > 1
}

// Distinct bounds the number of values that a parameter has in the grid: the length of its axis, or less where a design
// chooses among few.
func (g *Grid) Distinct(parameter int) int64 {
	a := g.axisOf[parameter]
	if a < 0 {
		return 1
	}
	if d, ok := g.axes[a].(*Design); ok {
		return d.distinct(parameter)
	}
	return g.lengths[a]
}

// Digits writes the position on each axis of a cell.
func (g *Grid) Digits(cell int64, digits []int64) {
	for a, stride := range g.strides {
		digits[a] = cell / stride
		cell %= stride
	}
}

// Cell returns the number of the cell at some positions on the axes.
func (g *Grid) Cell(digits []int64) int64 {
	cell := int64(0)
	for a, d := range digits {
		cell += d * g.strides[a]
	}
	return cell
}

// At returns the value of every parameter in a cell. It allocates: use Fill for many cells.
func (g *Grid) At(cell int64) []models.Value {
	columns := NewColumns(g.parameters, 1)
	g.FillFixed(columns, 1)
	g.Fill(cell, 1, columns)
	values := make([]models.Value, len(columns))
	g.Values(columns, 0, values)
	return values
}

// Values reads one row of filled columns back as values, one per parameter. It allocates nothing.
func (g *Grid) Values(columns []models.Column, row int, values []models.Value) {
	for p := range columns {
		values[p] = g.Value(columns, row, p)
	}
}

// Value reads one value back from a row of filled columns.
func (g *Grid) Value(columns []models.Column, row, parameter int) models.Value {
	switch t := g.parameters[parameter].Type; t {
	case models.Int:
		return models.IntValue(columns[parameter].Ints[row])
	case models.Real:
		return models.RealValue(columns[parameter].Reals[row])
	default:
		return models.TextValue(t, g.words[parameter][columns[parameter].Codes[row]])
	}
}
