// Package secondreader reads the Parquet files of results with another implementation than the one that writes them, so
// that one library's mistake cannot vouch for itself. Audits and tests use it.
//
// The library (xitongsys/parquet-go) reads the footer, page headers, compressed pages, dictionaries and strings. How the pages
// of a column follow each other (chunk.go), levels and codes in runs and groups (numbers.go), differences (deltas.go) and plain
// numbers (values.go) are read here: the library makes an interface value of each, which is most of the time that reading
// takes. Tests hold what is read here to what the library reads. A column that is one value in a whole row group is given
// as a Constant.
//
// The library is not safe with damaged files: it panics at some, drops read errors and returns fewer values, and asks for
// memory as files say. The reader here compares what it gets with the footer and turns panics into errors; its memory is
// bounded by the sizes in the footer, which are compared with the file's, but what one page unpacks to is up to the
// library. A file that is not known to be whole is for a process of its own.
package secondreader
