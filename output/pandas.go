package output

import "encoding/json"

// pandasKey is the metadata entry that pandas writes and pyarrow reads when it makes a data frame.
const pandasKey = "pandas"

type pandasMetadata struct {
	IndexColumns  []string       `json:"index_columns"`
	ColumnIndexes []string       `json:"column_indexes"`
	Columns       []pandasColumn `json:"columns"`
}

type pandasColumn struct {
	Name       string         `json:"name"`
	FieldName  string         `json:"field_name"`
	PandasType string         `json:"pandas_type"`
	NumpyType  string         `json:"numpy_type"`
	Metadata   map[string]any `json:"metadata"`
}

// pandasEntry tells pandas the types of the columns. Without it a nullable integer column with a null becomes float64
// there, and integers above 2^53 change.
func pandasEntry(s *Schema) (Pair, error) {
	m := pandasMetadata{IndexColumns: []string{}, ColumnIndexes: []string{}}
	for i := range s.Columns {
		c := &s.Columns[i]
		p := pandasColumn{Name: c.Name, FieldName: c.Name}
		switch {
		case c.Type == Int64 && c.Nullable:
			p.PandasType, p.NumpyType = "int64", "Int64"
		case c.Type == Int64:
			p.PandasType, p.NumpyType = "int64", "int64"
		case c.Type == Float64:
			p.PandasType, p.NumpyType = "float64", "float64"
		case c.Type == Dict:
			p.PandasType, p.NumpyType = "categorical", "int32"
			p.Metadata = map[string]any{"num_categories": len(c.Words), "ordered": false}
		default:
			p.PandasType, p.NumpyType = "unicode", "object"
		}
		m.Columns = append(m.Columns, p)
	}
	text, err := json.Marshal(m)
	return Pair{pandasKey, string(text)}, err
}

// storedMetadata is what a file's metadata holds: the schema's own pairs, then the entry for pandas.
func storedMetadata(s *Schema) ([]Pair, error) {
	entry, err := pandasEntry(s)
	if err != nil {
		return nil, err
	}
	return append(append([]Pair{}, s.Metadata...), entry), nil
}
