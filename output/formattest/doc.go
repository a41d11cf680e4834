// Package formattest holds what every format of results must do: one conformance suite, run for Parquet and for Arrow IPC,
// and the tables that it and the tests of readers use.
//
// The suite writes tables of every type, with nulls, constants, extremes and awkward strings, and random ones, and reads
// them back; it compares bytes between repeated runs, numbers of cores and goroutines side by side; it lets every
// single write fail; it cuts files off and changes every byte. See Run.
package formattest
