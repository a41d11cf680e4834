package summaries

import (
	"errors"
	"fmt"
	"slices"

	"tarama/analysis/factors"
	"tarama/analysis/rows"
)

// Levels says which two values of a parameter to compare.
type Levels struct {
	Parameter  int   // the column, by position in the source
	Parameters []int // all columns of parameters
	A, B       rows.Value
}

// Comparison is the difference between two levels of a parameter by group.
type Comparison struct {
	Groups []Difference
	Moved  []int // columns of parameters that move together with the compared one, so that pairs differ in them too
	Passes int   // how often the rows were gone through to pair them
}

// Difference is the difference in one group.
type Difference struct {
	Key     []rows.Value // as Query.By
	Metrics []Paired     // as Query.Metrics
}

// Paired describes one metric over the pairs of a group.
type Paired struct {
	Differences  Statistics // of b - a
	MeanA, MeanB *float64   // over pairs
	Unpaired     int64      // rows at one of the two levels whose partner is missing, failed or null
}

// NoLevelError says that no row has a value that was to be compared.
type NoLevelError struct {
	Column int          // the parameter
	Value  rows.Value   // that no row has
	Levels []rows.Value // that rows have, in their order; nil if the parameter does not vary
}

func (e *NoLevelError) Error() string {
	return fmt.Sprintf("no row has the value to compare in column %d, which has %d others", e.Column, len(e.Levels))
}

// Compare pairs rows and summarises their differences by group. The columns of q.By must not have the compared parameter.
func Compare(s rows.Source, q Query, l Levels) (*Comparison, error) {
	return compare(s, q, l, standard)
}

func compare(s rows.Source, q Query, l Levels, b bounds) (*Comparison, error) {
	design, err := factors.Survey(s, l.Parameters, q.Workers)
	if err != nil {
		return nil, err
	}
	if err := checkLevels(design, l); err != nil {
		return nil, err
	}
	others, moved, err := partners(s, design, q, l)
	if err != nil {
		return nil, err
	}
	all, ok := factors.Combinations(others)
	if !ok {
		return nil, errors.New("more than 2^62 combinations of the other parameters")
	}
	c := &Comparison{Moved: moved}
	err = inPasses(q, b, func(part Query, groups, seeds int) error {
		return c.add(newPairing(s, part, l, others, groups, seeds), all, max(1, b.open/int64(max(1, len(part.Metrics)))))
	})
	return c, err
}

// add pairs rows, so many pairs of all in a pass, and adds the differences in some metrics to the comparison.
func (c *Comparison) add(p *pairing, all, each int64) error {
	for first := int64(0); first < all; first += each {
		if err := p.run(first, min(all, first+each)); err != nil {
			return err
		}
		c.Passes++
	}
	found, err := p.differences()
	if err != nil {
		return err
	}
	if c.Groups == nil {
		c.Groups = found
		return nil
	}
	for i := range c.Groups { // the same groups in the same order, found again
		c.Groups[i].Metrics = append(c.Groups[i].Metrics, found[i].Metrics...)
	}
	return nil
}

// checkLevels returns a *NoLevelError if a level does not occur.
func checkLevels(d *factors.Design, l Levels) error {
	var levels []rows.Value
	for _, f := range d.Factors {
		if at := slices.Index(f.Columns, l.Parameter); at >= 0 {
			for level := range f.Levels() {
				if v := f.Level(level)[at]; !slices.Contains(levels, v) {
					levels = append(levels, v)
				}
			}
		}
	}
	for _, v := range []rows.Value{l.A, l.B} {
		if !slices.Contains(levels, v) {
			return &NoLevelError{l.Parameter, v, levels}
		}
	}
	return nil
}

// partners are the factors in which two rows of a pair agree. Parameters of the compared one's own factor are among them if
// the two levels occur with the same values of them, else they move together with it. Rows of a pair always agree in the seed:
// when holes leave each level seeds of its own, there are no pairs.
func partners(s rows.Source, d *factors.Design, q Query, l Levels) (agree []*factors.Factor, moved []int, err error) {
	for _, f := range d.Factors {
		if !slices.Contains(f.Columns, l.Parameter) {
			agree = append(agree, f)
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(f.Columns), func(c int) bool { return c == l.Parameter })
		if len(rest) == 0 {
			continue
		}
		if !occurAlike(f, l) {
			moved = slices.DeleteFunc(slices.Clone(rest), func(c int) bool { return c == q.Seed })
			if len(moved) == len(rest) {
				continue
			}
			rest = []int{q.Seed}
		}
		joint, err := factors.Joint(s, rest, q.Workers)
		if err != nil {
			return nil, nil, err
		}
		agree = append(agree, joint)
	}
	return agree, moved, nil
}

// occurAlike says whether two levels of f agree in all columns but the compared one, in which they are A and B.
func occurAlike(f *factors.Factor, l Levels) bool {
	at := slices.Index(f.Columns, l.Parameter)
	atA := map[string]bool{} // the other values of levels that have A
	for _, side := range []rows.Value{l.A, l.B} {
		for level := range f.Levels() {
			values := f.Level(level)
			if values[at] != side {
				continue
			}
			others := fmt.Sprint(slices.Delete(values, at, at+1))
			if side == l.A {
				atA[others] = true
			} else if atA[others] {
				return true
			}
		}
	}
	return false
}
