package grid

import "tarama/models"

// Table is an axis whose values are written out: a list, a list of vectors, names that move together.
type Table struct {
	parameters []int
	length     int
	columns    []models.Column // by position in parameters
	words      [][]string
}

// NewTable returns the axis of some values. Each row has a value per parameter, in the order of parameters; the values
// of a parameter are all of one type.
func NewTable(parameters []int, rows [][]models.Value) *Table {
	t := &Table{parameters: parameters, length: len(rows)}
	for i := range parameters {
		column, words := tableColumn(rows, i)
		t.columns = append(t.columns, column)
		t.words = append(t.words, words)
	}
	return t
}

// tableColumn gives a word the next free code where it first appears.
func tableColumn(rows [][]models.Value, i int) (models.Column, []string) {
	if len(rows) == 0 {
		return models.Column{}, nil
	}
	column := newColumn(rows[0][i].Type, len(rows))
	var words []string
	codes := map[string]int32{}
	for row, values := range rows {
		switch v := values[i]; v.Type {
		case models.Int:
			column.Ints[row] = v.Int
		case models.Real:
			column.Reals[row] = v.Real
		default:
			code, known := codes[v.Text]
			if !known {
				code = int32(len(words))
				codes[v.Text] = code
				words = append(words, v.Text)
			}
			column.Codes[row] = code
		}
	}
	return column, words
}

// NewReals returns an axis of real values of one parameter. It keeps the slice.
func NewReals(parameter int, values []float64) *Table {
	return &Table{
		parameters: []int{parameter},
		length:     len(values),
		columns:    []models.Column{{Reals: values}},
		words:      [][]string{nil},
	}
}

// NewInts returns an axis of integer values of one parameter. It keeps the slice.
func NewInts(parameter int, values []int64) *Table {
	return &Table{
		parameters: []int{parameter},
		length:     len(values),
		columns:    []models.Column{{Ints: values}},
		words:      [][]string{nil},
	}
}

// NewWords returns an axis of distinct words of one text parameter. It keeps the slice.
func NewWords(parameter int, words []string) *Table {
	codes := make([]int32, len(words))
	for i := range codes {
		codes[i] = int32(i)
	}
	return &Table{
		parameters: []int{parameter},
		length:     len(words),
		columns:    []models.Column{{Codes: codes}},
		words:      [][]string{words},
	}
}

// Len is the number of rows.
func (t *Table) Len() int64 { return int64(t.length) }

// Parameters are the parameters that the table was made with.
func (t *Table) Parameters() []int { return t.parameters }

// Words is the dictionary of a text parameter.
func (t *Table) Words(parameter int) []string {
	for i, p := range t.parameters {
		if p == parameter {
			return t.words[i]
		}
	}
	return nil
}

// Fill copies rows of the table.
func (t *Table) Fill(columns []models.Column, low, high int, first int64) {
	for i, p := range t.parameters {
		from, to := &t.columns[i], &columns[p]
		switch {
		case from.Ints != nil:
			copy(to.Ints[low:high], from.Ints[first:])
		case from.Reals != nil:
			copy(to.Reals[low:high], from.Reals[first:])
		default:
			copy(to.Codes[low:high], from.Codes[first:])
		}
	}
}
