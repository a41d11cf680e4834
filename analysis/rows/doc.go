// Package rows gives the rows of a study to whoever analyses them: in order, column by column, in bounded memory and with all
// cores.
//
// A Source is where rows come from: a results directory, or tables in memory. It is cut into parts that can be read on their
// own, and a part into row groups. Where puts a condition in front of a source.
//
// Scan is the one way to go through a source. Several workers read row groups and prepare them side by side: decode columns,
// number keys, turn integers into reals. What they prepared is then consumed by one goroutine in the order of the rows. So an
// analysis keeps one state, needs no merging, and its sums come out the same to the bit with any number of workers. Only
// what is cheap belongs into consuming; where it is not, Each spreads it over metrics.
//
// A key is the combination of values that some columns have in a row. Keys numbers the keys of one row group; a Book gives
// them the numbers by which they are known over all of the rows.
package rows
