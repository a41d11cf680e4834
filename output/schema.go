package output

// Type is how a column's values are stored.
type Type uint8

// The types of columns.
const (
	Int64   Type = iota
	Float64      // never NaN: a missing value is null
	Dict         // a string out of the column's Words, stored as an index
	Text         // any string
)

// Role says what a column is to the study.
type Role string

// The roles, in the order of the columns.
const (
	RoleCell      Role = "cell"
	RoleParameter Role = "parameter"
	RoleMetric    Role = "metric"
	RoleStatus    Role = "status"
)

// Column declares one column of the results.
type Column struct {
	Name     string
	Type     Type
	Role     Role
	Unit     string // "s", "1/s", "%"; empty for none
	Doc      string
	Nullable bool
	Words    []string // Dict: the whole dictionary, in the order of its indices
	Few      bool     // numbers: few distinct values are expected (an axis, a count), so a dictionary pays
}

// Pair is one key and value of a file's metadata.
type Pair struct{ Key, Value string }

// Schema declares the columns of a study's results and what every file says of the study.
type Schema struct {
	Columns  []Column
	Metadata []Pair // in the order in which files store it
}

// Values holds one column of a table. The slice of the column's type is set: Ints for Int64, Reals for Float64, Codes
// for Dict, Texts for Text. All slices have a value per row, unless Constant is set.
type Values struct {
	Ints  []int64
	Reals []float64
	Codes []int32
	Texts []string
	Null  []bool // nil: no value is null; what stands in the slice at a null is ignored

	// Constant: the slice holds a single value, which every row has (none is null). Parameters that a study fixes cost
	// no memory and nearly no time that way.
	Constant bool
}

// Table holds some rows of the results by column, in the order of the schema.
type Table struct {
	Rows    int
	Columns []Values
}
