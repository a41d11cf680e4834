package grid

import "tarama/models"

// Projection is what a condition on some parameters sees of a grid: the axes that these parameters vary on. A
// combination is a value of each of these axes; it is numbered like a cell of the grid of these axes alone, and stands
// for Repeats cells of the whole grid.
type Projection struct {
	whole *Grid
	part  *Grid
	axes  []int // of whole, ascending
}

// Project returns the projection on some parameters.
func (g *Grid) Project(parameters []int) *Projection {
	wanted := make([]bool, len(g.axes))
	for _, p := range parameters {
		if g.Varies(p) {
			wanted[g.axisOf[p]] = true
		}
	}
	projection := &Projection{whole: g}
	var axes []Axis
	for a := range g.axes {
		if wanted[a] {
			projection.axes = append(projection.axes, a)
			axes = append(axes, g.axes[a])
		}
	}
	projection.part = g.restrict(axes)
	return projection
}

// restrict returns the grid of some of g's axes; the parameters of the others have the value of g's first cell.
func (g *Grid) restrict(axes []Axis) *Grid {
	part, err := New(g.parameters, g.At(0), axes)
	if err != nil {
		panic("the axes of a grid make no smaller grid: " + err.Error())
	}
	return part
}

// Grid is the grid of the projection's axes alone; its cells are the combinations. Parameters outside the projection
// have the value of the whole grid's first cell. Its codes of the projection's text parameters are those of the whole
// grid.
func (p *Projection) Grid() *Grid { return p.part }

// Axes are the positions of the projection's axes in the whole grid, ascending.
func (p *Projection) Axes() []int { return p.axes }

// Combinations is the number of combinations; 1 if none of the parameters varies.
func (p *Projection) Combinations() int64 { return p.part.cells }

// Repeats is the number of cells of the whole grid that share a combination.
func (p *Projection) Repeats() int64 { return p.whole.cells / p.part.cells }

// CellOf returns the first cell of the whole grid with the given combination.
func (p *Projection) CellOf(combination int64) int64 {
	cell := int64(0)
	for i, a := range p.axes {
		cell += combination / p.part.strides[i] % p.part.lengths[i] * p.whole.strides[a]
	}
	return cell
}

// Runs calls visit for the runs of cells that share a combination, for the cells first to first+count-1 of the whole
// grid: cells first+low to first+high-1 have the given combination. It allocates nothing. There is a division per run
// only where the fastest axis of the projection begins again.
func (p *Projection) Runs(first int64, count int, visit func(low, high int, combination int64)) {
	if len(p.axes) == 0 {
		if count > 0 {
			visit(0, count, 0)
		}
		return
	}
	fastest := p.axes[len(p.axes)-1]
	stride, length := p.whole.strides[fastest], p.whole.lengths[fastest]
	for row := 0; row < count; {
		cell := first + int64(row)
		combination := p.combination(cell)
		run := stride - cell%stride
		for left := length - cell/stride%length; left > 0 && row < count; left-- {
			high := count
			if run < int64(count-row) {
				high = row + int(run)
			}
			visit(row, high, combination)
			row, run = high, stride
			combination++
		}
	}
}

func (p *Projection) combination(cell int64) int64 {
	combination := int64(0)
	for i, a := range p.axes {
		combination += cell / p.whole.strides[a] % p.whole.lengths[a] * p.part.strides[i]
	}
	return combination
}

// ColumnsFor returns columns that Grid().Fill can fill for up to rows combinations at a time, the parameters that do not
// vary filled in already.
func (p *Projection) ColumnsFor(rows int) []models.Column {
	columns := NewColumns(p.part.parameters, rows)
	p.part.FillFixed(columns, rows)
	return columns
}
