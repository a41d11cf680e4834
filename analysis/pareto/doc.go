// Package pareto finds what is worth choosing from when several metrics count at once.
//
// A row beats another if it is no worse in any objective and better in at least one. The front is the rows that no other
// beats: to gain in one objective from there, one has to give in another. Rows that are equal in all objectives do not beat
// each other; the front has them as one point, which tells how many they are and which comes first. Rows of failed cells, and
// those in which an objective is null, are left out and counted.
//
// Instead of rows, groups of rows can compete with the means of their objectives: over seeds, which are replicates, a single
// lucky row says little. Groups with equal means are one point, as rows are.
//
// The knee is the balanced point of the front. Each objective is scaled so that its best value on the front is 0 and its worst
// is 1; the knee is the point whose Euclidean distance to the corner where all are 0, the ideal, is least (compromise
// programming: Zeleny, "Compromise programming", 1973). An objective that is the same all over the front does not count. Of
// equal distances the first in the order of the front is taken.
//
// An objective that spans decades on the front is scaled by its logarithm: by differences, everything but the worst would be as
// good as the best, and the knee would be a point that is best in the other objectives and a thousand times too bad in this
// one. It spans decades if no value is negative and the greatest is at least 100 times the least positive one. Zero has no
// logarithm; it counts as a tenth of the least positive value. So does what is 10^7 times less than the greatest, which rounding
// leaves of zero.
//
// The rows are gone through once. What is kept is the front so far, at most MaxPoints points: some megabytes, whatever the
// rows. A larger front is an error rather than a thinned one. Nobody chooses from so many points, and which of them to leave
// out is a question of how much a second is worth in evictions, which only the reader knows: fewer objectives, means of groups
// or a condition say it.
package pareto
