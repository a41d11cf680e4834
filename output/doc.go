// Package output turns tables of plain slices into columnar files and back, and keeps the results directory.
//
// The words: a Schema names the columns of a study's results, fixed before the first row. A Table holds some rows by
// column. A Format (Parquet, Arrow IPC) writes tables into a file, a row group or some record batches a table, and reads
// them back. A part is a range of cells; it gives one file per format. A file is sealed when it was written under a
// temporary name, flushed to disk and renamed, so that a name without a leading dot means a whole file.
//
// The package knows neither models nor studies: package sweep makes the schema. Nothing outside this folder imports
// the Arrow or Parquet libraries.
package output
