// Package grid is the arithmetic between cell numbers and parameter values.
//
// A grid is a list of axes in row order: the first varies slowest. An axis has a length and sets one or several
// parameters (several when they move together: the weights of a vector, the columns of a points file). A cell is one
// combination of a value of every axis, and its number is a mixed-radix number: its digits are the positions on the
// axes, most significant first, and the stride of an axis is how many cells apart two of its neighbouring values are.
//
// Nothing is ever laid out: a grid of 10^15 cells costs what its axes cost, and axes that are arithmetic (ranges,
// seeds, splits of a whole) cost nothing. Kernels work on runs of consecutive cells, so the one operation that must be
// fast is Grid.Fill, which writes the parameter columns of such a run.
//
// A projection is what a condition on some parameters sees of the grid: the axes that those parameters vary on. Rules
// and filters are evaluated once per combination of a projection instead of once per cell.
package grid
