package rows

import (
	"fmt"
	"slices"

	"tarama/output"
)

// Indicator is a metric made of a column of words: 1 in rows that have a certain word, 0 in rows that have another, null where
// the column is null. Its mean is the share of the word.
type Indicator struct {
	Column int // by position in the source
	Code   int // of the word
}

// shareUnit is the unit that results give to shares of 1.
const shareUnit = "share"

// IsIndicator says whether a column is one of an indicator: no other has whole numbers as shares.
func IsIndicator(c *output.Column) bool { return c.Type == output.Int64 && c.Unit == shareUnit }

// WithIndicators is a source with a column more for each indicator, after its own columns, in their order.
func WithIndicators(s Source, indicators []Indicator) Source {
	w := &indicated{Source: s, columns: slices.Clone(s.Columns()), indicators: indicators}
	for _, in := range indicators {
		c := &w.columns[in.Column]
		w.columns = append(w.columns, output.Column{
			Name: c.Name + "=" + c.Words[in.Code], Type: output.Int64, Role: output.RoleMetric, Unit: shareUnit, Nullable: c.Nullable,
			Doc: fmt.Sprintf("share of rows in which %s is %s", c.Name, c.Words[in.Code]),
		})
	}
	return w
}

type indicated struct {
	Source
	columns    []output.Column
	indicators []Indicator
}

func (w *indicated) Columns() []output.Column { return w.columns }

func (w *indicated) Open(part int) (Part, error) {
	p, err := w.Source.Open(part)
	if err != nil {
		return nil, err
	}
	return &indicatedPart{Part: p, source: w}, nil
}

type indicatedPart struct {
	Part
	source *indicated
}

// own is the number of columns that the source has without indicators.
func (w *indicated) own() int { return len(w.columns) - len(w.indicators) }

func (p *indicatedPart) Read(group int, columns []int, t *output.Table) error {
	var own []int
	for _, i := range columns {
		if made := i - p.source.own(); made >= 0 {
			i = p.source.indicators[made].Column
		}
		if !slices.Contains(own, i) {
			own = append(own, i)
		}
	}
	if err := p.Part.Read(group, own, t); err != nil {
		return err
	}
	t.Columns = append(t.Columns, make([]output.Values, len(p.source.indicators))...)
	for _, i := range columns {
		if made := i - p.source.own(); made >= 0 {
			in := p.source.indicators[made]
			t.Columns[i] = in.values(&t.Columns[in.Column])
		}
	}
	return nil
}

func (in Indicator) values(v *output.Values) output.Values {
	made := output.Values{Ints: make([]int64, len(v.Codes)), Null: v.Null}
	for row, code := range v.Codes {
		if int(code) == in.Code {
			made.Ints[row] = 1
		}
	}
	return made
}
