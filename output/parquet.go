package output

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/schema"
)

// Parquet is the Parquet format: row groups of column chunks, pages compressed with zstd.
var Parquet Format = parquetFormat{}

type parquetFormat struct{}

func (parquetFormat) Name() string { return "parquet" }

func (parquetFormat) NewWriter(w io.Writer, s *Schema) (Writer, error) { return newParquetWriter(w, s) }

func (parquetFormat) Open(path string) (Reader, error) { return openParquet(path) }

// arrowSchemaKey is the metadata entry under which Parquet files carry an Arrow schema.
const arrowSchemaKey = "ARROW:schema"

// parquetSchema has a required root, since some readers take the library's default for a list, and no nested columns.
func parquetSchema(s *Schema) (*schema.Schema, error) {
	nodes := make(schema.FieldList, len(s.Columns))
	for i := range s.Columns {
		node, err := parquetNode(&s.Columns[i])
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", s.Columns[i].Name, err)
		}
		nodes[i] = node
	}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, nodes, -1)
	if err != nil {
		return nil, err
	}
	return schema.NewSchema(root), nil
}

func parquetNode(c *Column) (schema.Node, error) {
	repetition := parquet.Repetitions.Required
	if c.Nullable {
		repetition = parquet.Repetitions.Optional
	}
	switch c.Type {
	case Int64:
		return schema.NewPrimitiveNode(c.Name, repetition, parquet.Types.Int64, -1, -1)
	case Float64:
		return schema.NewPrimitiveNode(c.Name, repetition, parquet.Types.Double, -1, -1)
	}
	return schema.NewPrimitiveNodeLogical(c.Name, repetition, schema.StringLogicalType{}, parquet.Types.ByteArray, -1, -1)
}

// parquetProperties are what the file's metadata says of its chunks that have no dictionary.
func parquetProperties(plain parquet.Encoding) *parquet.WriterProperties {
	return parquet.NewWriterProperties(
		parquet.WithVersion(parquet.V2_LATEST),
		parquet.WithCreatedBy(fmt.Sprintf("tarama version %d", FormatVersion)),
		parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithEncoding(plain),
	)
}

// arrowSchemaEntry is the schema as an IPC message in base64. It repeats the file's other metadata, since where it is
// given pyarrow looks for them nowhere else.
func arrowSchemaEntry(s *Schema, metadata []Pair) (Pair, error) {
	var message bytes.Buffer
	w := ipc.NewWriter(&message, ipc.WithSchema(arrowSchema(s, metadata)))
	if err := w.Close(); err != nil {
		return Pair{}, err
	}
	return Pair{arrowSchemaKey, base64.StdEncoding.EncodeToString(message.Bytes())}, nil
}
