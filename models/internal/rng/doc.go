// Package rng holds the generators that studies can name: lcg32, the course texts' own, and pcg64 for independent
// replicates. A draw is a real u in [0, 1).
//
// Source is the plain way to draw. Kernels that draw much compare whole numbers instead of reals (Kind.Below), enter an
// lcg32 stream anywhere (Steps), and keep a PCG in registers.
package rng
