// Package summaries describes metrics by group of rows, and compares two levels of a parameter.
//
// # Words and formulas
//
// A group is the rows that agree in the columns asked for. Rows of failed cells are counted and left out, and so are, metric
// by metric, rows in which the metric is null. Over the n values y that remain:
//
//	mean     ybar = (1/n) sum y
//	sd       sqrt( sum (y - ybar)^2 / (n - 1) ); none for n = 1
//	p05, p50, p95   quantiles: the value with the rank q (n - 1), counted from 0 and rounded down, in order of size
//
// # Quantiles
//
// As long as a metric has at most ExactValues different values in a group, each is counted and quantiles are exact. Beyond
// that, a DDSketch (Masson, Rim and Lee, "DDSketch: a fast and fully-mergeable quantile sketch with relative-error
// guarantees", 2019; here the library of its authors) keeps them in bins that grow with the value: a quantile then lies
// within RelativeError times its size of the true one. Both count only, so the order of rows does not matter.
//
// # Interval of the mean
//
// The seeds of a study are replicates: independent repetitions of all its cells. Rows of different cells of one seed are not
// independent, since the cells share its random numbers. So the seeds, not the rows, are the sample. Let y_s be the sum of
// the values of seed s in a group and n_s their number. The mean is then the ratio of the sums, and its variance over
// R seeds is estimated as that of a ratio (Cochran, "Sampling Techniques", 3rd ed., 1977, section 6.4):
//
//	v = R/(R-1) * sum over s of (y_s - ybar n_s)^2 / n^2
//	interval: ybar -+ t sqrt(v), with t the 97.5 % quantile of Student's distribution with R - 1 degrees of freedom
//
// Where each seed has the same number of values, as on a grid without failed rows, this is exactly the interval from the
// R per-seed means: v is their variance divided by R. Where it is not (a metric that is null in some rows), it allows for the
// numbers n_s being random too. There is no interval with fewer than two seeds. It says what to expect of other seeds, not of
// other parameters, and presumes that seeds are independent: use the generator pcg64 for replicates.
//
// # Comparison
//
// A comparison pairs each row at one level of a parameter with the row at another level that agrees with it in all other
// parameters, the seed among them (common random numbers), and summarises the differences b - a like values above. What
// random numbers do to both rows of a pair cancels, so the interval is narrower than those of the two means. A row whose
// partner is missing, failed or null is left out and counted. Parameters that move together with the compared one differ
// between the two rows as well, and the result names them.
package summaries
