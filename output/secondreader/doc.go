// Package secondreader reads the Parquet files of results with another implementation than the one that writes them, so
// that one library's mistake cannot vouch for itself. Audits and tests use it.
//
// The library (xitongsys/parquet-go) reads the footer, pages, dictionaries and values; how the pages of a column follow each
// other, and runs of equal values, are read here (chunk.go). The library is not safe with damaged files: it panics at some,
// drops read errors and returns fewer values, and asks for memory as files say. The reader here compares what it gets with the
// footer and turns panics into errors; its memory is bounded by the sizes in the footer, which are compared with the
// file's, but what one page unpacks to is up to the library. A file that is not known to be whole is for a process of
// its own.
package secondreader
