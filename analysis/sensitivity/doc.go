// Package sensitivity says how much of a metric's variance each parameter accounts for.
//
// # Sobol' indices
//
// Let Y be a metric, X_1 ... X_d the factors of a study (see package factors) as independent random variables, and V the variance
// of Y. For factor i
//
//	first-order index  S_i = Var( E[Y | X_i] ) / V
//	total-effect index T_i = E[ Var( Y | all factors but X_i ) ] / V
//
// (Sobol', "Sensitivity estimates for nonlinear mathematical models", 1993; Homma and Saltelli, "Importance measures in global
// sensitivity analysis of nonlinear models", 1996). S_i is the share of variance that goes if X_i is known, T_i the share that stays if
// all but X_i is known. T_i - S_i is what X_i does together with others; the S_i add up to at most 1, and what is missing
// from 1 are interactions. A factor of several parameters has the indices of the group.
//
// # On a grid
//
// The levels of a factor are equally likely, so expectations are means over rows, and the indices are exact: there is nothing
// to estimate. Seeds are no factor but noise, and the indices are about m, the mean of Y over the seeds of a cell:
//
//	V = Var(m) + E[ Var(Y | cell) ]      V is the variance over all rows
//	noise = E[ Var(Y | cell) ] / V       the share that parameters do not account for
//	S_i = Var( E[m | X_i] ) / V,  T_i = E[ Var( m | all but X_i ) ] / V
//	interactions = Var(m) / V - sum of S_i
//
// so that the S_i, the interactions and the noise add up to 1. All variances are those of a population: sums of squares
// divided by the number of values. A mean over R seeds is not free of noise: where noise is independent from cell to cell, T_i is
// too large by about noise * (n_i - 1) / (n_i R) for a factor of n_i levels; with the seeds in common to all cells, as
// here, mostly by less.
//
// # Rows that are missing
//
// Rows of failed cells, rows in which the metric is null, and cells that the study's condition leaves out make holes. Then
// factors are not quite independent, and the definitions above mean this, which the result says:
//
//   - V, S_i and noise are over the rows that there are, each with the same weight. S_i contains what X_i shares with factors
//     that it depends on, so the S_i need not add up, and there are no interactions to tell.
//   - T_i is over complete classes: a class is the cells that differ in X_i only, and it is complete if each level of X_i has a
//     value. The result counts them. Without a complete class there is no T_i.
//
// # Large grids
//
// The means m take a table with an entry a cell. With more than MaxCells cells, T_i and the noise come from a sample: for each
// factor, those classes whose number, mixed by a fixed function, is divisible by k, with the least k that keeps the table within
// bounds. All else is exact still.
//
// # Sampling designs
//
// Where a design places the points instead of a grid, indices are estimates, and what they are from depends on the design:
//
//	saltelli                         S_i and T_i from N base points (see saltelli.go)
//	morris                           elementary effects from N trajectories: mu*, mu and sigma (see morris.go)
//	random, latin-hypercube, sobol   S_i from N points, by an additive model that is fitted to them (see additive.go)
//
// Y at a point is m, the mean over the cells of the point: over seeds, and over axes that cross with the design. As on a grid all
// shares are of one V, the variance over rows, so that the S_i, the interactions and the noise add up to 1. Noise is
// what is within points. With R seeds it comes out too small by 1/R of itself where noise is independent from point to
// point; that part is in the means, from where the estimators of S_i take it out, and stands with the interactions. A T_i has its
// share of it. A point with fewer values than others does not count, and with it its base point or trajectory; N, the
// number of those that count, is part of the result, and so is the least N that there are estimates for.
//
// There is no T_i without structure: it takes points that differ in X_i and agree in all else, and of random points no two
// do. An interaction could be fitted, but no model of few terms has them all, so the sum would be too low by an unknown amount.
//
// # Intervals
//
// Intervals have a confidence of 95 %, by a bootstrap (see resample.go): base points or trajectories are drawn again, with the
// additive model the points, in groups of consecutive ones where they are many. Resamples are the same on every run. An
// estimate of an index may come out below 0 or above 1; it is not trimmed, since that would hide how uncertain it is. What
// the intervals mean:
//
//	random            of 100 designs with other seeds, the intervals of about 95 hold the index
//	latin-hypercube   of 95 or more: the points are more even than independent ones, but the bootstrap takes them as such
//	sobol             of nearly all: the error is often a small part of the interval. It is not all chance: what is left of the fit
//	                  is less than the correction for it takes for granted, so S_i is too low by up to n/N of the interactions'
//	                  share, with n the terms of the factor
//	saltelli, morris  as for random points; with the Sobol' points that saltelli is made of, of 95 or more
//
// All points share the seeds of an axis that crosses with the design. To draw points again says nothing of them: with few seeds the
// indices of one set of seeds lie close together and far from those of another, and the more points, the closer. So the intervals
// have a second part, by a jackknife over up to 10 groups of seeds (see jackknife.go): for each group, the indices without its
// seeds. Points and seeds are drawn independently, so that to first order the variance of an index is the sum of what each does, as
// in the bootstrap of rows and columns (Owen, "The pigeonhole bootstrap", 2007), and so are the squares of the half-widths. In
// TestIntervalsHoldOtherSeeds the intervals hold the truth for 85 % of sets of 4 seeds, or more. There are two limits:
//
//   - a value that few seeds have, such as a rare failure, is not known from seeds that lack it
//   - noise is too small by 1/R of itself, as said above; with 3 seeds its intervals hold the truth for 3 of 4 sets only
//
// There is no second part where the design varies the seed, so that each point has its own; it is a factor like any other then,
// whose index is noise. Nor is there one under a condition that leaves points with different seeds, which the result says.
//
// Intervals say nothing of a factor whose effect is too rough for the terms that the points are enough for (see additive.go and grow.go).
package sensitivity
