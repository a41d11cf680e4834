// Package design has the sampling designs: sequences of points in the unit cube that take the place of a grid where there
// are too many parameters for one.
//
// A design has a length and a number of factors, and its one operation is At: the coordinate of a point by its number.
// Each coordinate is a pure function of the settings, the point's number and the factor. Nothing is stored that grows with
// the number of points, so a part of a study can be computed, resumed or audited without the points before it, and 10^9
// points take no more memory than ten.
//
// What looks like chance comes from a function of counters (see philox) instead of a generator with a state, and what looks
// like a shuffle from a keyed bijection (see permute) instead of a list. All arithmetic on integers is exact, and that on
// reals is made of single correctly rounded operations on numbers below 2^53: the same bits on every platform.
//
// The methods:
//
//   - random: independent uniform points.
//   - latin-hypercube: of n points, each factor has exactly one in each of n equal strata.
//   - sobol: Sobol' sequence with the direction numbers of Joe and Kuo, plain or scrambled by a seed.
//   - saltelli: the points from which first-order and total Sobol' indices are estimated, d+2 for each of n base points.
//   - morris: trajectories of d+1 points in which each factor takes one step, for elementary effects.
package design
