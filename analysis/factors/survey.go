package factors

import (
	"math/bits"
	"slices"

	"tarama/analysis/rows"
	"tarama/output"
)

// Design is what varies in the rows of a study.
type Design struct {
	Factors []*Factor // by their first column
	Rows    int64
	Full    bool // the rows are a full grid of the factors
}

// mostBits bounds the bits that are kept at a time of what was seen: 64 MB. More take more passes, but for a single pair of
// factors with more combinations.
const mostBits = 1 << 29

// Survey finds the factors among some columns of a source. workers is as in rows.Scan. If a factor has too many levels the
// error is a *rows.TooManyKeysError.
func Survey(s rows.Source, columns []int, workers int) (*Design, error) {
	return (&survey{source: s, schema: s.Columns(), workers: workers, bits: mostBits}).design(columns)
}

func (s *survey) design(columns []int) (*Design, error) {
	singles, err := s.singles(columns)
	if err != nil {
		return nil, err
	}
	joined, err := s.join(singles)
	if err != nil {
		return nil, err
	}
	d := &Design{Factors: joined, Rows: s.rows}
	d.Full, err = s.isFull(joined)
	return d, err
}

// Joint makes one factor of some columns of a source, whatever they do.
func Joint(s rows.Source, columns []int, workers int) (*Factor, error) {
	f := newFactor(s.Columns(), columns)
	sv := &survey{source: s, schema: s.Columns(), workers: workers}
	return f, sv.findLevels([]*Factor{f})
}

// Combinations is the number of combinations of the levels of some factors; ok is false if it is above 2^62.
func Combinations(all []*Factor) (n int64, ok bool) {
	n = 1
	for _, f := range all {
		high, low := bits.Mul64(uint64(n), uint64(f.Levels()))
		if high > 0 || low > 1<<62 {
			return 0, false
		}
		n = int64(low)
	}
	return n, true
}

type survey struct {
	source  rows.Source
	schema  []output.Column
	workers int
	bits    int64 // that are kept at a time
	rows    int64
}

// singles makes a factor of each column that has more than one value.
func (s *survey) singles(columns []int) ([]*Factor, error) {
	var all []*Factor
	for _, c := range columns {
		all = append(all, newFactor(s.schema, []int{c}))
	}
	if err := s.findLevels(all); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(f *Factor) bool { return f.Levels() < 2 }), nil
}

// found is what workers make of a row group: the different keys of each factor. Only they are kept until they are entered, not
// what each row has.
type found struct {
	keys *rows.Keys
	of   [][]rows.Value // by factor: the values of one key after the other
}

func (x *found) find(all []*Factor, schema []output.Column, t *output.Table) {
	if x.keys == nil {
		x.keys, x.of = rows.NewKeys(schema), make([][]rows.Value, len(all))
	}
	for i, f := range all {
		depth := len(f.Columns)
		x.keys.Number(t, f.Columns)
		x.of[i] = x.of[i][:0]
		for id := range x.keys.Len(depth) {
			x.of[i] = x.keys.Values(x.of[i], depth, id)
		}
	}
}

// findLevels goes through the rows to fill the books of some factors.
func (s *survey) findLevels(all []*Factor) error {
	s.rows = 0
	err := rows.Scan(s.source, columnsOf(all), s.workers, rows.Steps[found]{
		Pass:    "values of parameters",
		Prepare: func(c *rows.Chunk, x *found) error { x.find(all, s.schema, &c.Table); return nil },
		Consume: func(c *rows.Chunk, x *found) error {
			s.rows += int64(c.Table.Rows)
			for i, f := range all {
				for key := range slices.Chunk(x.of[i], len(f.Columns)) {
					if err := f.book.Add(key); err != nil {
						return err
					}
				}
			}
			return nil
		},
	})
	for _, f := range all {
		f.sort()
	}
	return err
}

func columnsOf(all []*Factor) []int {
	var columns []int
	for _, f := range all {
		columns = append(columns, f.Columns...)
	}
	slices.Sort(columns)
	return slices.Compact(columns)
}

// join makes one factor of those that depend on each other.
func (s *survey) join(singles []*Factor) ([]*Factor, error) {
	dependent, err := s.dependent(singles)
	if err != nil {
		return nil, err
	}
	group := make([]int, len(singles)) // by factor: the least factor that it depends on
	for i := range group {
		group[i] = i
	}
	for _, p := range dependent {
		to, from := min(group[p[0]], group[p[1]]), max(group[p[0]], group[p[1]])
		for i := range group {
			if group[i] == from {
				group[i] = to
			}
		}
	}
	var all, joint []*Factor
	for i, f := range singles {
		if group[i] != i {
			continue
		}
		var columns []int
		for k := range singles {
			if group[k] == i {
				columns = append(columns, singles[k].Columns...)
			}
		}
		if len(columns) > 1 {
			f = newFactor(s.schema, columns)
			joint = append(joint, f)
		}
		all = append(all, f)
	}
	if joint == nil {
		return all, nil
	}
	return all, s.findLevels(joint)
}

// dependent returns the pairs of factors of which some combination of levels does not occur.
func (s *survey) dependent(singles []*Factor) ([][2]int, error) {
	var dependent [][2]int
	var open []*pairs
	for i := range singles {
		for j := range i {
			p := &pairs{a: j, b: i, width: singles[i].Levels(), missing: int64(singles[i].Levels()) * int64(singles[j].Levels())}
			if p.missing > s.rows { // no need to look
				dependent = append(dependent, [2]int{j, i})
				continue
			}
			open = append(open, p)
		}
	}
	for len(open) > 0 {
		n := fitting(open, s.bits)
		if err := s.see(singles, open[:n]); err != nil {
			return nil, err
		}
		for _, p := range open[:n] {
			if p.missing > 0 {
				dependent = append(dependent, [2]int{p.a, p.b})
			}
			p.seen = nil
		}
		open = open[n:]
	}
	return dependent, nil
}

// fitting is how many of the pairs at the front may be looked for in one pass.
func fitting(open []*pairs, bits int64) int {
	sum := int64(0)
	for i, p := range open {
		if sum += p.missing; sum > bits && i > 0 {
			return i
		}
	}
	return len(open)
}

// see goes through the rows to find out which pairs of levels occur.
func (s *survey) see(singles []*Factor, open []*pairs) error {
	for _, p := range open {
		p.seen = make([]uint64, p.missing/64+1)
	}
	return rows.Scan(s.source, columnsOf(singles), s.workers, rows.Steps[levels]{
		Pass:    "pairs of parameters",
		Prepare: func(c *rows.Chunk, x *levels) error { x.find(singles, &c.Table); return nil },
		Consume: func(_ *rows.Chunk, x *levels) error {
			rows.Each(len(open), s.workers, func(i int) { open[i].see(x.of[open[i].a], x.of[open[i].b]) })
			return nil
		},
	})
}

// levels is what workers make of a row group: the level of each factor by row.
type levels struct {
	keys *rows.Keys
	of   [][]int32 // by factor
}

func (l *levels) find(all []*Factor, t *output.Table) {
	if l.keys == nil && len(all) > 0 {
		l.keys, l.of = rows.NewKeys(all[0].schema), make([][]int32, len(all))
	}
	for i, f := range all {
		l.of[i] = f.find(l.of[i][:0], t, l.keys)
	}
}

// pairs are the pairs of levels of two factors, and which of them were seen.
type pairs struct {
	a, b    int // positions of the factors
	width   int // levels of b
	seen    []uint64
	missing int64
}

func (p *pairs) see(a, b []int32) {
	last := -1
	for row := range a {
		if p.missing == 0 {
			return
		}
		i := int(a[row])*p.width + int(b[row])
		if i == last {
			continue
		}
		last = i
		if bit := uint64(1) << (i & 63); p.seen[i>>6]&bit == 0 {
			p.seen[i>>6] |= bit
			p.missing--
		}
	}
}

// isFull says whether each combination of levels occurs exactly once.
func (s *survey) isFull(all []*Factor) (bool, error) {
	n, ok := Combinations(all)
	if !ok || n != s.rows {
		return false, nil
	}
	for first := int64(0); first < n; first += s.bits {
		if once, err := s.eachOnce(all, first, min(n, first+s.bits)); !once || err != nil {
			return false, err
		}
	}
	return true, nil
}

// eachOnce says whether no combination of levels occurs twice, of those whose ranks are in a range.
func (s *survey) eachOnce(all []*Factor, first, end int64) (bool, error) {
	seen, twice := make([]uint64, (end-first)/64+1), false
	err := rows.Scan(s.source, columnsOf(all), s.workers, rows.Steps[*Ranker]{
		Pass: "full grid",
		Prepare: func(c *rows.Chunk, r **Ranker) error {
			if *r == nil {
				*r = NewRanker(all)
			}
			(*r).Rank(&c.Table)
			return nil
		},
		Consume: func(_ *rows.Chunk, r **Ranker) error {
			for _, rank := range (*r).Ranks() {
				if rank < first || rank >= end {
					continue
				}
				i := rank - first
				bit := uint64(1) << (i & 63)
				twice = twice || seen[i>>6]&bit != 0
				seen[i>>6] |= bit
			}
			return nil
		},
	})
	return !twice, err
}
