package output

import (
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"
)

// The keys of a field's metadata, the same in both formats.
const (
	unitKey = "unit"
	roleKey = "role"
	docKey  = "doc"
)

// arrowSchema is the schema in Arrow's terms. Arrow files have it as it is; Parquet files carry it in an entry of their
// metadata, from which pyarrow, pandas and Polars take dictionary types and the fields' metadata.
func arrowSchema(s *Schema, metadata []Pair) *arrow.Schema {
	fields := make([]arrow.Field, len(s.Columns))
	for i := range s.Columns {
		c := &s.Columns[i]
		fields[i] = arrow.Field{Name: c.Name, Type: arrowType(c.Type), Nullable: c.Nullable, Metadata: fieldMetadata(c)}
	}
	kv := pairsToArrow(metadata)
	return arrow.NewSchema(fields, &kv)
}

func arrowType(t Type) arrow.DataType {
	switch t {
	case Int64:
		return arrow.PrimitiveTypes.Int64
	case Float64:
		return arrow.PrimitiveTypes.Float64
	case Dict:
		return &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}
	}
	return arrow.BinaryTypes.String
}

func fieldMetadata(c *Column) arrow.Metadata {
	var pairs []Pair
	for _, p := range []Pair{{unitKey, c.Unit}, {roleKey, string(c.Role)}, {docKey, c.Doc}} {
		if p.Value != "" {
			pairs = append(pairs, p)
		}
	}
	return pairsToArrow(pairs)
}

func pairsToArrow(pairs []Pair) arrow.Metadata {
	keys, values := make([]string, len(pairs)), make([]string, len(pairs))
	for i, p := range pairs {
		keys[i], values[i] = p.Key, p.Value
	}
	return arrow.NewMetadata(keys, values)
}

func pairsFromArrow(m arrow.Metadata) []Pair {
	var pairs []Pair
	for i, k := range m.Keys() {
		pairs = append(pairs, Pair{k, m.Values()[i]})
	}
	return pairs
}

// columnsFromArrow is the way back. The words of dictionaries are not part of an Arrow schema and stay empty.
func columnsFromArrow(s *arrow.Schema) ([]Column, error) {
	columns := make([]Column, s.NumFields())
	for i, f := range s.Fields() {
		t, err := typeFromArrow(f.Type)
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", f.Name, err)
		}
		columns[i] = Column{Name: f.Name, Type: t, Nullable: f.Nullable}
		for _, p := range pairsFromArrow(f.Metadata) {
			switch p.Key {
			case unitKey:
				columns[i].Unit = p.Value
			case roleKey:
				columns[i].Role = Role(p.Value)
			case docKey:
				columns[i].Doc = p.Value
			}
		}
	}
	return columns, nil
}

func typeFromArrow(t arrow.DataType) (Type, error) {
	switch t.ID() {
	case arrow.INT64:
		return Int64, nil
	case arrow.FLOAT64:
		return Float64, nil
	case arrow.STRING:
		return Text, nil
	case arrow.DICTIONARY:
		d := t.(*arrow.DictionaryType)
		if d.IndexType.ID() == arrow.INT32 && d.ValueType.ID() == arrow.STRING {
			return Dict, nil
		}
	}
	return 0, fmt.Errorf("type %s, which results never have", t)
}
