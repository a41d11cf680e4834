// Package encodings turns whole columns of values into the byte encodings of Parquet pages that package output uses: the
// hybrid of run lengths and packed bits for dictionary codes and definition levels, deltas for cell numbers, and plain
// text. Distinct finds the dictionary of a column of numbers.
//
// The Arrow library has these too, a value at a time and behind its column writers. Here they take a slice, so that
// storing a value costs a nanosecond or two, and a column that has one value costs nothing per row. The decoders are
// the library's and those of other Parquet implementations; the tests read everything back with them.
package encodings
