// Package summaries describes metrics by group of rows, and compares two levels of a parameter.
//
// # Words and formulas
//
// A group is the rows that agree in the columns asked for. Rows of failed cells are counted and left out, and so are, metric
// by metric, rows in which the metric is null. Over the n values y that remain:
//
//	mean     ybar = (1/n) sum y
//	sd       sqrt( sum (y - ybar)^2 / (n - 1) ); none for n = 1
//	p05, p50, p95   quantiles: the least value that at least so many percent of the n do not exceed, which is the value of
//	                rank q n, rounded up, in order of size (quantile_disc in SQL, inverted_cdf in numpy)
//
// # Quantiles
//
// As long as a metric has at most ExactValues different values in a group, each is counted and quantiles are exact. Beyond
// that, a sketch in the manner of DDSketch (Masson, Rim and Lee, "DDSketch: a fast and fully-mergeable quantile sketch with
// relative-error guarantees", 2019) keeps them in bins that grow with the value: a quantile then lies within RelativeError times
// its size of the true one. Of a metric with a large offset that would be more than its whole spread. So a second sketch has the
// differences from a center, the middle of the values that were counted first, and each quantile comes from the sketch that is
// nearer: its error is at most RelativeError times its distance from the center, or times its size if that is less. Rows
// come in the order of their cells, whatever the workers do, so the same rows always have the same center.
//
// The sketch is ours, since the library of its authors would give other bits on other processors: it finds bins by a polynomial,
// whose products and sums arm64 fuses, and by math.Exp, which has an assembly of its own for each of them. Here a bin is the
// first bits of the number itself. The library also brings protocol buffers, 1.6 MB of the binary, to send sketches elsewhere.
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
// # Intervals of rare events
//
// Means of rare events are skewed, which t does not know: where few seeds have one, its interval reaches too low, even below zero,
// and is too short above. If it reaches below zero although no value of the group is negative, or if there are 30 seeds or more and
// ybar^2 / v, the number of events if they come one by one, is below 20, the limits are those of the gamma distribution instead
// (Fay and Feuer, "Confidence intervals for directly standardized rates: a method based on the gamma
// distribution", Statistics in Medicine 16, 1997):
//
//	low:  the 2.5 % quantile of the gamma distribution with mean ybar and variance v
//	high: the 97.5 % quantile of that with mean ybar + w and variance v + w^2
//
// with w the most that the values of one seed contribute to ybar. Of events that come one by one they are the exact limits of a
// Poisson count; of events that come in groups they are kept honest by v. They never are below zero. A difference can be
// negative whatever the differences seen so far, so comparisons keep to t.
//
// Where all seeds agree there is no interval: v is zero, and zero width would say that the mean is known. Either the metric does
// not depend on chance, or what would set seeds apart did not happen. Values cannot tell which, nor how large it would be. What
// can be told is how often: with 95 % confidence the probability that another seed differs is at most
//
//	1 - 0.05^(1/R), which is about 3/R
//
// (the rule of three: Hanley and Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983). The mean of a
// share of a word (rows.Indicator) lies between 0 and 1, so this bounds it as well: no seed had it, and the interval is from 0
// to the bound; all had it, and the interval is the mirror image. Near 1 the gamma limits are those of the other words' share.
//
// # Memory
//
// What grows with groups is bounded: 32,768 groups, 8 kB a group and metric at most, and 2^20 pairs of group and seed. Metrics that
// do not fit take another pass. With more pairs than that even for a single metric, seeds are put into 256 batches or fewer, by
// their values, and the batches take the place of seeds in the formula above (random groups: Wolter, "Introduction to
// Variance Estimation", 2nd ed., 2007, chapter 2). The interval is then of the same width up to a twentieth or, with the fewest
// batches, an eighth.
//
// # Comparison
//
// A comparison pairs each row at one level of a parameter with the row at another level that agrees with it in all other
// parameters, the seed among them (common random numbers), and summarises the differences b - a like values above. What
// random numbers do to both rows of a pair cancels, so the interval is narrower than those of the two means. A row whose
// partner is missing, failed or null is left out and counted. Parameters that move together with the compared one differ
// between the two rows as well, and the result names them.
package summaries
