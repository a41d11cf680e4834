package rows

import (
	"slices"

	"tarama/output"
)

// Place is where a row stands in a source.
type Place struct{ Part, Group, Row int }

// Compare orders places as the rows are.
func (p Place) Compare(q Place) int {
	return slices.Compare([]int{p.Part, p.Group, p.Row}, []int{q.Part, q.Group, q.Row})
}

// Fetch reads some rows' values of the given columns: values[i] are those of places[i], in the order of the columns. Only row
// groups that hold such rows are read, one at a time.
func Fetch(s Source, columns []int, places []Place) (values [][]Value, err error) {
	order := make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return places[a].Compare(places[b]) })
	f := fetcher{source: s, columns: columns, places: places, values: make([][]Value, len(places))}
	for len(order) > 0 {
		part := places[order[0]].Part
		n := slices.IndexFunc(order, func(i int) bool { return places[i].Part != part })
		if n < 0 {
			n = len(order)
		}
		if err := f.fetch(part, order[:n]); err != nil {
			return nil, err
		}
		order = order[n:]
	}
	return f.values, nil
}

type fetcher struct {
	source  Source
	columns []int
	places  []Place
	values  [][]Value
	table   output.Table
}

// fetch reads rows of one part, given in their order.
func (f *fetcher) fetch(part int, order []int) error {
	p, err := f.source.Open(part)
	if err != nil {
		return err
	}
	defer p.Close()
	group := -1
	for _, i := range order {
		place := f.places[i]
		if place.Group != group {
			group = place.Group
			if err := p.Read(group, f.columns, &f.table); err != nil {
				return err
			}
		}
		for _, c := range f.columns {
			f.values[i] = append(f.values[i], valueAt(&f.table.Columns[c], place.Row))
		}
	}
	return nil
}
