package sweep

import (
	"strconv"

	"tarama/models"
	"tarama/output"
)

// The columns that every study's results have besides parameters and metrics.
const (
	CellColumn   = "cell"
	StatusColumn = "status"
	ErrorColumn  = "error"
)

// Status words by code.
const (
	statusOK int32 = iota
	statusFailed
)

var statusWords = []string{"ok", "failed"}

// maxErrorBytes bounds the text of a failed row, so that a file's size cannot depend on how a cell failed.
const maxErrorBytes = 200

// fewValues is up to how many values of an axis a dictionary pays; beyond it the indices are as long as the values
// that they save.
const fewValues = 1 << 15

// columnsOf turns a model's declaration into the columns of the results. words and sizes have an entry per parameter:
// the dictionary of a text parameter, and how many values the study gives it.
func columnsOf(spec *models.Spec, words [][]string, sizes []int64) []output.Column {
	columns := []output.Column{{
		Name: CellColumn, Type: output.Int64, Role: output.RoleCell,
		Doc: "number of the cell in the study's grid",
	}}
	for i := range spec.Parameters {
		p := &spec.Parameters[i]
		columns = append(columns, output.Column{
			Name: p.Name, Type: storedAs(p.Type), Role: output.RoleParameter, Unit: p.Unit, Doc: p.Doc,
			Words: words[i], Few: sizes[i] <= fewValues,
		})
	}
	for i := range spec.Metrics {
		m := &spec.Metrics[i]
		columns = append(columns, output.Column{
			Name: m.Name, Type: storedAs(m.Type), Role: output.RoleMetric, Unit: m.Unit, Doc: m.Doc,
			Nullable: true, Words: m.Words, Few: m.Type == models.Int,
		})
	}
	return append(columns,
		output.Column{
			Name: StatusColumn, Type: output.Dict, Role: output.RoleStatus, Words: statusWords,
			Doc: "whether the cell could be computed",
		},
		output.Column{
			Name: ErrorColumn, Type: output.Text, Role: output.RoleStatus, Nullable: true,
			Doc: "why it could not, at most " + strconv.Itoa(maxErrorBytes) + " bytes",
		})
}

func storedAs(t models.Type) output.Type {
	switch t {
	case models.Int:
		return output.Int64
	case models.Real:
		return output.Float64
	}
	return output.Dict
}
