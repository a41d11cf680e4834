package summaries

import (
	"errors"

	"tarama/analysis/rows"
)

// metricState is what is gathered of one metric.
type metricState struct {
	groups []accumulator
	seeds  []seedSums // by key of group and seed
	some   []seedSums // of the group that is described
}

// extend makes room for the groups and seeds so far.
func (m *metricState) extend(keys *groupKeys) {
	m.groups, m.seeds = extend(m.groups, keys.groups()), extend(m.seeds, keys.seeds())
}

// statistics describe a group of values of some range. seeds are its keys of group and seed.
func (m *metricState) statistics(group int, seeds []int, r Range) (Statistics, error) {
	m.some = m.some[:0]
	for _, key := range seeds {
		m.some = append(m.some, m.seeds[key])
	}
	return m.groups[group].statistics(m.some, r)
}

// extend makes a list at least so long.
func extend[T any](s []T, n int) []T {
	if n <= len(s) {
		return s
	}
	return append(s, make([]T, n-len(s))...)
}

// eachMetric does something for every metric side by side, and returns the errors.
func eachMetric(n, workers int, do func(i int) error) error {
	errs := make([]error, n)
	rows.Each(n, workers, func(i int) { errs[i] = do(i) })
	return errors.Join(errs...)
}
