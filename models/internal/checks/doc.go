// Package checks simulates health checks with false failures, for the models health and failover.
//
// Every target is checked once a round, in rounds 1, 2, ... A check fails if the target is down or if its draw u is
// below the probability of a false failure; draws are made for every check, targets in order, rounds in order. A target
// that fails Threshold checks in a row is taken out, and one that is out and passes Rise checks in a row comes back. At
// the start all are in.
//
// # How it is fast
//
// Checks are handled 64 rounds at a time: a block is one machine word per target, in which bit i stands for the block's
// round i. Four ideas follow from that, each explained where it is used.
//
//   - Failures come as words (chance.go). The draws of a target lie Targets apart in the stream, and lcg32 can step over
//     any distance at once, so 32 words are drawn side by side (lcgwords.go): by vector instructions where the processor
//     has them (lanes_amd64.s), and otherwise four at a time, where a draw costs little more than its multiplication.
//   - Runs of failures or passes become words too (limit.go): a bit for every round that ends a run of the wanted length,
//     by shifting and masking.
//   - Being out is a latch, set by one word and reset by the other, and an addition's carry works it out for all 64
//     rounds at once (latch.go).
//   - How many are out after each of 64 rounds are numbers that stand upright in words, one for each digit (counts.go).
//
// As targets do not touch each other, and nothing in this depends on the outcome of a check but through arithmetic, vector
// instructions do it for four words at a time where the processor has them (stretch_amd64.s, counts_amd64.s). Each has a
// plain form in Go beside it, for all other processors, and a test that holds both to the definition.
//
// Draws depend on the generator, the seed, the probability and the number of targets alone. They are kept from one
// simulation to the next where they fit into a small buffer, so that a sweep over thresholds draws only once.
package checks
