package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tarama/models"
	"tarama/output"
	"tarama/sweep/where"
)

// rowCondition is a condition on the rows of a table: that of --where on results, or of --having on groups.
type rowCondition struct {
	option    string // that the text comes from
	text      string
	schema    []output.Column
	unknown   func(*where.Problem) // says more of a name that is in no column; may be nil
	mentioned []int
}

// newRowCondition reads the condition of an option.
func newRowCondition(option, text string, schema []output.Column) (*rowCondition, error) {
	c := &rowCondition{option: option, text: text, schema: schema}
	return c, c.read()
}

// newHaving reads the condition of --having on groups of a dataset; schema is what it can mention.
func (d *dataset) newHaving(text string, schema []output.Column) (*rowCondition, error) {
	c := &rowCondition{option: "--having", text: text, schema: schema, unknown: func(p *where.Problem) {
		if i := slices.Index(columnNames(d.schema), p.Name); i >= 0 {
			p.Message, p.Hint = "groups have no column "+p.Name, d.havingHint(&d.schema[i])
		}
	}}
	return c, c.read()
}

// havingHint says how a condition on groups can be about a column of the rows.
func (d *dataset) havingHint(c *output.Column) string {
	switch {
	case c.Role == output.RoleMetric && c.Type == output.Dict:
		return fmt.Sprintf("%s_%s_mean is the share of rows with that word", c.Name, c.Words[0])
	case c.Role == output.RoleMetric:
		return fmt.Sprintf("they have its statistics: %s_mean, or %s", c.Name, strings.Join(realStatistics[1:], ", "))
	case c.Role == output.RoleParameter:
		return "add it to --by"
	}
	return ""
}

func (c *rowCondition) read() error {
	filter, err := c.compile()
	if err != nil {
		return err
	}
	c.mentioned = filter.Mentioned()
	return nil
}

func (c *rowCondition) compile() (*where.RowFilter, error) {
	seen := make(where.Columns, len(c.schema))
	for i := range c.schema {
		if c.schema[i].Type != output.Text { // conditions know words, but no free text
			seen[i] = asParameter(&c.schema[i])
		}
	}
	filter, err := where.CompileRows(c.text, seen)
	if err != nil {
		c.explainText(err)
		return nil, conditionError(c.option, err)
	}
	return filter, nil
}

// explainText says of a column that is there why a condition cannot mention it.
func (c *rowCondition) explainText(err error) {
	var problems where.Problems
	errors.As(err, &problems)
	for i := range problems {
		if c.unknown != nil && problems[i].Name != "" {
			c.unknown(&problems[i])
		}
		for _, column := range c.schema {
			if column.Name == problems[i].Name && column.Type == output.Text {
				problems[i].Message = "the column " + column.Name + " is free text, which conditions cannot compare"
				problems[i].Hint = "status == \"failed\" finds the rows that have one"
			}
		}
	}
}

// Columns are the columns that the condition mentions, by position.
func (c *rowCondition) Columns() []int { return c.mentioned }

// Filter is the condition for one goroutine.
func (c *rowCondition) Filter() func(t *output.Table, keep []bool) int {
	f, err := c.bind()
	if err != nil {
		panic(err) // it was compiled before
	}
	return func(t *output.Table, keep []bool) int {
		f.use(t)
		before := f.filter.Valueless()
		for row := range keep {
			keep[row] = f.keeps(row)
		}
		return int(f.filter.Valueless() - before)
	}
}

// boundCondition is a condition that sees the rows of a table.
type boundCondition struct {
	filter *where.RowFilter
	inputs []models.Column
}

func (c *rowCondition) bind() (*boundCondition, error) {
	filter, err := c.compile()
	if err != nil {
		return nil, err
	}
	return &boundCondition{filter: filter, inputs: make([]models.Column, len(c.schema))}, nil
}

// use lets the condition see the columns of a table.
func (b *boundCondition) use(t *output.Table) {
	for _, i := range b.filter.Mentioned() {
		v := &t.Columns[i]
		b.inputs[i] = models.Column{Ints: v.Ints, Reals: v.Reals, Codes: v.Codes, Null: v.Null}
	}
}

// noteValueless says how many rows or groups a condition leaves out because it has no value for them. That of a study is an
// error there; of results somebody may want the rest.
func noteValueless(notices io.Writer, option string, n int64, what string) {
	if n > 0 {
		say(notices, "%s leaves out %s for which it has no value: a number becomes too large, or a division by zero", option, plural(n, what))
	}
}

func (b *boundCondition) keeps(row int) bool { return b.filter.Keeps(b.inputs, row) }
