// Package analysis has no code of its own: its folders work answers out of the rows of a study. They read results through
// tarama/output and know neither models nor study files, so they work for every model to come.
//
//	rows         goes through the rows of a source: in parallel, in order, in bounded memory
//	sums         sums with hardly any rounding error
//	factors      which parameters vary, which vary together, and whether the rows are a full grid
//	summaries    means, spreads, quantiles and intervals by group; differences between two levels, paired by seed
//	sensitivity  Sobol' indices on a grid; estimates of them, and elementary effects, for sampling designs
//	pareto       what no other beats in several metrics at once
//	report       a page with all of it
//
// All of them give the same bits with any number of workers: rows are read and prepared side by side, but taken into account
// in their order (see package rows).
package analysis
