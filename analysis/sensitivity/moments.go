package sensitivity

import "tarama/analysis/rows"

// moments are sums over some points, from which everything about the additive model is found: of the products of any two
// columns, and of the variances within points. Column 0 is 1, the last one the metric, and the others are the cosines of
// the factors. Products are those of each column with itself and all later ones, in order.
type moments struct {
	products []float64
	within   float64
}

// add adds other sums, so many times.
func (m *moments) add(o *moments, times float64) {
	for i, x := range o.products {
		m.products[i] += float64(times * x)
	}
	m.within += float64(times * o.within)
}

// entries is how many products there are of so many columns.
func entries(columns int) int { return columns * (columns + 1) / 2 }

// How many groups the points are cut into, so that sums over a resample are quick: at most mostGroups, fewer if they would
// take more than mostEntries numbers, but at least leastGroups.
const (
	mostGroups  = 256
	leastGroups = 64
	mostEntries = 1 << 22
)

// cosines are the columns of one factor: sqrt(2) cos(k pi u) for k = 1 ... n, by the place of each whole point (see ordered.place).
// If all places are different, or levels equally frequent, they have mean 0, variance 1 and are not correlated.
type cosines struct {
	places []float64
	n      int
}

// fill writes the columns of a point: cos((k+1) v) = 2 cos(v) cos(k v) - cos((k-1) v).
func (c *cosines) fill(columns []float64, point int) {
	const sqrt2 = 1.41421356237309504880
	twice := 2 * c.places[point]
	before, now := 1.0, c.places[point]
	for k := range columns {
		columns[k] = float64(sqrt2 * now)
		before, now = now, float64(twice*now)-before
	}
}

// gather sums up the whole points in groups of consecutive ones.
func gather(m *pointMeans, whole []int64, factors []cosines, workers int) []moments {
	columns := 2
	for i := range factors {
		columns += factors[i].n
	}
	most := min(len(whole), max(leastGroups, min(mostGroups, mostEntries/entries(columns))))
	size := (len(whole) + most - 1) / most
	groups := make([]moments, (len(whole)+size-1)/size)
	rows.Each(len(groups), workers, func(g int) {
		sums := moments{products: make([]float64, entries(columns))}
		row := make([]float64, columns)
		for i := g * size; i < min((g+1)*size, len(whole)); i++ {
			fillRow(row, factors, i)
			row[columns-1] = m.at(whole[i])
			sums.addRow(row, m.spread(whole[i]))
		}
		groups[g] = sums
	})
	return groups
}

func fillRow(row []float64, factors []cosines, point int) {
	row[0] = 1
	at := 1
	for i := range factors {
		factors[i].fill(row[at:at+factors[i].n], point)
		at += factors[i].n
	}
}

// setMetric puts another metric in the place of the last column.
func (m *moments) setMetric(means *pointMeans, whole []int64, factors []cosines) {
	columns := 2
	for i := range factors {
		columns += factors[i].n
	}
	row, products := make([]float64, columns), make([]float64, columns)
	m.within = 0
	for i, point := range whole {
		fillRow(row, factors, i)
		y := means.at(point)
		row[columns-1] = y
		for k, x := range row {
			products[k] += float64(x * y)
		}
		m.within += means.spread(point)
	}
	at := -1
	for k, product := range products {
		at += columns - k // the last product of a column is that with the metric
		m.products[at] = product
	}
}

func (m *moments) addRow(row []float64, within float64) {
	at := 0
	for i, x := range row {
		products := m.products[at : at+len(row)-i]
		for j, y := range row[i:] {
			products[j] += float64(x * y)
		}
		at += len(products)
	}
	m.within += within
}
