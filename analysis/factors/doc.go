// Package factors finds out from the rows of a study what varies in it and how: it needs neither the study file nor the model.
//
// # Words
//
// A factor is one parameter that varies, or several that do not vary independently of each other: those of one entry of the
// study's axes, the weights of a simplex, the columns of a points file, or parameters that a condition ties together
// (ttl_s >= 2 * interval_s). A level is one value of a factor: one combination of its parameters' values. The rows are a
// full grid of the factors if each combination of their levels occurs exactly once; then, and only then, factors are
// independent random variables when a row is drawn at random, with each level equally likely if it was so by itself.
//
// # How they are found
//
// Two parameters with a and b different values are independent only if all a*b pairs occur. Those of which some pair does not
// occur are joined into one factor, and so on, transitively. Whether the factors so found make a full grid is then counted:
// there must be as many rows as combinations of levels, and no combination twice. Pairs alone would not show it: a condition
// over three parameters can leave every pair. What is counted is the rows' parameters, so failed rows count as well.
//
// This takes four passes over the columns of parameters, and memory for their levels, for a bit a pair of values and for a bit a
// row. With more bits than 64 MB it takes more passes instead; only a pair of factors with more combinations than that,
// which takes more rows than that, has all of its bits at once.
package factors
