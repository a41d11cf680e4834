package summaries

import (
	"slices"

	"tarama/analysis/rows"
	"tarama/output"
)

// groupKeys numbers groups, and within them seeds, over all of the rows.
type groupKeys struct {
	book  *rows.Book
	depth int // of groups in the keys
	full  int // depth of groups with seeds; the same as depth without seeds
}

// keyColumns are the columns of the keys: the groups', then the seed's.
func (q *Query) keyColumns() []int {
	keys := slices.Clone(q.By)
	if q.Seed >= 0 {
		keys = append(keys, q.Seed)
	}
	return keys
}

// columns are all columns that a query reads, some of them perhaps twice.
func (q *Query) columns() []int {
	columns := slices.Concat(q.keyColumns(), q.Metrics)
	if q.Status >= 0 {
		columns = append(columns, q.Status)
	}
	return columns
}

// number numbers the keys of a row group.
func (q *Query) number(keys *rows.Keys, t *output.Table) {
	if q.batches > 0 {
		intoBatches(&t.Columns[q.Seed], q.batches)
	}
	keys.Number(t, q.keyColumns())
}

// newGroupKeys is for at most so many groups, and pairs of group and seed.
func newGroupKeys(schema []output.Column, q Query, groups, seeds int) groupKeys {
	columns := q.keyColumns()
	limits := make([]int, len(columns))
	for i := range limits {
		limits[i] = groups
	}
	if q.Seed >= 0 {
		limits[len(q.By)] = seeds
	}
	return groupKeys{book: rows.NewBook(schema, columns, limits), depth: len(q.By), full: len(columns)}
}

// enter takes over the keys of a row group.
func (g *groupKeys) enter(k *rows.Keys) error { return g.book.Enter(k) }

// of are the group and the key of group and seed of a row of the row group entered last.
func (g *groupKeys) of(k *rows.Keys, row int) (group, seed int32) {
	return g.book.Numbers(g.depth)[k.IDs(g.depth)[row]], g.book.Numbers(g.full)[k.IDs(g.full)[row]]
}

// groups is the number of groups so far, seeds that of pairs of group and seed.
func (g *groupKeys) groups() int { return g.book.Len(g.depth) }
func (g *groupKeys) seeds() int  { return g.book.Len(g.full) }

// sorted are the groups by their keys, and values is one of these keys.
func (g *groupKeys) sorted() []int                 { return g.book.Sorted(g.depth) }
func (g *groupKeys) values(group int) []rows.Value { return g.book.Values(g.depth, group) }

// seedsByGroup are the keys of group and seed of each group; none without seeds.
func (g *groupKeys) seedsByGroup() [][]int {
	of := make([][]int, g.groups())
	if g.full == g.depth {
		return of
	}
	counts, all := make([]int, g.groups()), make([]int, g.seeds())
	for key := range g.seeds() {
		counts[g.book.Parent(g.full, key)]++
	}
	for group, n := range counts {
		of[group], all = all[:0:n], all[n:]
	}
	for key := range g.seeds() {
		group := g.book.Parent(g.full, key)
		of[group] = append(of[group], key)
	}
	return of
}
