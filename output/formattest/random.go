package formattest

import (
	"fmt"
	"math"

	"pgregory.net/rapid"

	"tarama/output"
)

// Random draws a schema and some tables for it.
func Random(t *rapid.T) Case {
	c := Case{Name: "random", Schema: &output.Schema{}}
	for i := range rapid.IntRange(1, 6).Draw(t, "columns") {
		c.Schema.Columns = append(c.Schema.Columns, randomColumn(t, i))
	}
	for range rapid.IntRange(0, 3).Draw(t, "tables") {
		table := &output.Table{Rows: rapid.SampledFrom([]int{0, 1, 7, 8, 9, 31, 33, 128, 129, 300, 2000}).Draw(t, "rows")}
		for i := range c.Schema.Columns {
			table.Columns = append(table.Columns, randomValues(t, &c.Schema.Columns[i], table.Rows))
		}
		c.Tables = append(c.Tables, table)
	}
	return c
}

func randomColumn(t *rapid.T, i int) output.Column {
	c := output.Column{
		Name:     fmt.Sprintf("column%d", i),
		Type:     output.Type(rapid.IntRange(0, 3).Draw(t, "type")),
		Role:     rapid.SampledFrom([]output.Role{output.RoleCell, output.RoleMetric}).Draw(t, "role"),
		Nullable: rapid.Bool().Draw(t, "nullable"),
		Few:      rapid.Bool().Draw(t, "few"),
	}
	if c.Type == output.Dict {
		c.Words = rapid.SliceOfNDistinct(rapid.String(), 1, 40, rapid.ID[string]).Draw(t, "words")
	}
	return c
}

// randomValues draws from a small set of values, or in steps, or anything: what decides the encoding.
func randomValues(t *rapid.T, c *output.Column, rows int) output.Values {
	v := output.Values{Constant: rapid.IntRange(0, 4).Draw(t, "constant") == 0}
	n := rows
	if v.Constant {
		n = 1
	}
	source := &valueSource{spread: rapid.SampledFrom([]int{1, 3, 50, 100_000}).Draw(t, "spread"), state: rapid.Uint64().Draw(t, "seed")}
	wild := rapid.Bool().Draw(t, "wild")
	for range n {
		switch c.Type {
		case output.Int64:
			v.Ints = append(v.Ints, source.integer(wild))
		case output.Float64:
			v.Reals = append(v.Reals, source.real(wild))
		case output.Dict:
			v.Codes = append(v.Codes, int32(source.next()%uint64(len(c.Words))))
		case output.Text:
			v.Texts = append(v.Texts, fmt.Sprintf("%0*d", source.next()%9, source.integer(false)))
		}
	}
	if c.Nullable && !v.Constant {
		for range rows {
			v.Null = append(v.Null, source.next()%uint64(source.spread+1) == 0)
		}
	}
	return v
}

// valueSource makes values faster than rapid could; shrinking happens by seed, spread and rows.
type valueSource struct {
	spread int
	state  uint64
}

func (s *valueSource) next() uint64 {
	s.state = s.state*6364136223846793005 + 1442695040888963407
	return s.state >> 33
}

func (s *valueSource) integer(wild bool) int64 {
	x := int64(s.next() % uint64(s.spread))
	if wild {
		return x * 0x7F4A7C15F39CC060
	}
	return x
}

func (s *valueSource) real(wild bool) float64 {
	x := float64(s.integer(false)) / 8
	if wild && x > 2 {
		return math.Copysign(math.Exp(x), float64(int64(s.next())-1<<30))
	}
	return x
}

// soil changes what stands at the nulls.
func soil(v *output.Values) {
	for row, null := range v.Null {
		switch {
		case !null:
		case v.Ints != nil:
			v.Ints[row] += 12345
		case v.Reals != nil:
			v.Reals[row] = math.NaN()
		case v.Codes != nil:
			v.Codes[row] = -1
		case v.Texts != nil:
			v.Texts[row] = "\xff hidden"
		}
	}
}
