package output

import "io"

// FormatVersion is the version of what files and results directories hold, beyond the format of Parquet and Arrow
// themselves. It is raised whenever the same study would give other bytes; parts of different versions are never mixed.
const FormatVersion = 1

// Format is a file format of the results. Implementations are safe for use by several goroutines, each with its own
// writers and readers.
type Format interface {
	// Name is the word in the study's output list, the name of the folder and the ending of the files: "parquet".
	Name() string

	// NewWriter starts a file. The bytes written depend on the schema and the tables alone.
	NewWriter(w io.Writer, schema *Schema) (Writer, error)

	// Open opens a file of this format for reading. The file is not trusted: whatever it holds, the reader returns an
	// error rather than panic, and its memory stays bounded.
	Open(path string) (Reader, error)
}

// Writer writes one file.
type Writer interface {
	// Write appends a table as one or more row groups. The caller may reuse the table's slices afterwards.
	Write(t *Table) error

	// Close ends the file. It does not close the io.Writer. After an error of Write it must still be called, and
	// returns that error.
	Close() error
}

// Reader reads one file.
type Reader interface {
	// Schema is what the file itself says: columns with type, unit, role, doc, words, and metadata.
	Schema() *Schema

	// Rows is the number of rows of each row group.
	Rows() []int

	// Read fills t with the given columns (by position in Schema) of one row group. Columns that were not asked for are
	// left zero. It reuses the slices of t where they are large enough.
	Read(group int, columns []int, t *Table) error

	Close() error
}

// Formats lists the formats in the order in which help and docs name them.
func Formats() []Format { return []Format{Parquet, Arrow} }

// FormatNamed returns the format of that name.
func FormatNamed(name string) (Format, bool) {
	for _, f := range Formats() {
		if f.Name() == name {
			return f, true
		}
	}
	return nil, false
}
