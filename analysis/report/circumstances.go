package report

import (
	"errors"
	"fmt"
	"slices"

	"tarama/analysis/rows"
	"tarama/analysis/summaries"
)

// meeting is which values of the circumstances the combinations of choices meet. In a full grid each meets all of them, so that
// their means can be compared. A point of a sampling design meets what was drawn with it alone, and a circumstance that moves with
// a choice, such as the round of a failure with the interval of rounds, has one value for each: there is nothing to average.
type meeting struct {
	averaged []int // circumstances of which some combination meets several values
	once     []int // those of which each meets one value
	even     bool  // all combinations meet the same values of those that are averaged
}

// circumstances are the columns of parameters that vary and that nobody chooses. A seed that a design draws is one of them.
func (f *findings) circumstances() []int {
	return slices.DeleteFunc(f.shownParameters(), func(i int) bool {
		name := f.schema[i].Name
		drawn := i == f.seeds.Column && f.study.Sampling != nil && slices.Contains(f.study.Sampling.Parameters, name)
		return !drawn && (i == f.seeds.Column || !slices.Contains(f.study.Circumstances, name))
	})
}

// meet finds what the combinations of some choices meet.
func (f *findings) meet(s rows.Source, choices []int) (meeting, error) {
	m := meeting{even: true}
	tied := f.circumstances()
	if f.sharing.Full {
		choices, tied = f.tied(choices, tied)
		m.averaged = slices.DeleteFunc(f.circumstances(), func(i int) bool { return slices.Contains(tied, i) })
	}
	if len(tied) == 0 {
		return m, nil
	}
	groups, err := summaries.Summarize(s, summaries.Query{
		By: slices.Concat(choices, tied), Seed: -1, Status: f.status, Workers: f.o.Workers, NoQuantiles: true,
	})
	var tooMany *rows.TooManyKeysError
	if errors.As(err, &tooMany) { // means over so many are not over the same ones, unless by accident
		m.averaged, m.even = slices.Concat(m.averaged, tied), false
		return m, nil
	}
	m.look(groups, len(choices), tied)
	return m, err
}

// tied are those choices and circumstances of a full grid that do not vary independently of each other. All other circumstances
// meet all choices.
func (f *findings) tied(choices, circumstances []int) (tiedChoices, tiedCircumstances []int) {
	for _, x := range f.sharing.Factors {
		among := func(all []int) []int {
			return slices.DeleteFunc(slices.Clone(x.Columns), func(i int) bool { return !slices.Contains(all, i) })
		}
		if a, b := among(choices), among(circumstances); len(a) > 0 && len(b) > 0 {
			tiedChoices, tiedCircumstances = append(tiedChoices, a...), append(tiedCircumstances, b...)
		}
	}
	return tiedChoices, tiedCircumstances
}

// look goes through the combinations of choices and circumstances that occur. They are sorted, and begin with the choices.
func (m *meeting) look(groups []summaries.Group, choices int, circumstances []int) {
	combinations := 0 // of choices
	several := make([]bool, len(circumstances))
	for i := range groups {
		key := groups[i].Key
		if i == 0 || !slices.Equal(key[:choices], groups[i-1].Key[:choices]) {
			combinations++
			continue
		}
		for k := range circumstances {
			several[k] = several[k] || key[choices+k] != groups[i-1].Key[choices+k]
		}
	}
	met := map[string]bool{} // combinations of the circumstances that are averaged
	for i := range groups {
		var values []rows.Value
		for k, v := range groups[i].Key[choices:] {
			if several[k] {
				values = append(values, v)
			}
		}
		met[fmt.Sprint(values)] = true
	}
	m.even = len(groups) == combinations*len(met)
	for k, column := range circumstances {
		if several[k] {
			m.averaged = append(m.averaged, column)
		} else {
			m.once = append(m.once, column)
		}
	}
}
