package rng

import (
	"fmt"
	"math/bits"

	"tarama/models"
)

// Replicates says what is wrong with taking seeds as independent repetitions with a generator: nothing for pcg64. For lcg32
// see the notes at its findings.
func Replicates(generator string, seeds []int64) []models.Finding {
	if generator != Words[LCG32] || len(seeds) < 2 {
		return nil
	}
	findings := []models.Finding{{
		Name: "lcg32-replicates",
		// The first draws of s and s+1 are 1664525 / 2^32 apart. Of n streams of m draws spread over the period of 2^32,
		// n(n-1)/2 pairs overlap with probability 2m / 2^32 each: 168 for 20,000 streams of 1,800 draws.
		Message: fmt.Sprintf("%s seeds of lcg32 are taken as repetitions: nearby seeds begin nearly alike, and of 20,000 spread ones "+
			"some 160 pairs of streams of 1,800 draws overlap", models.FormatCount(int64(len(seeds)))),
		Advice: "take rng pcg64, whose seeds are independent; lcg32 is for repeating the course texts",
	}}
	if f, found := inStep(seeds); found {
		findings = append(findings, f)
	}
	return findings
}

// sharedBits is from how many common low bits on two seeds of lcg32 are reported: their streams then keep a difference that
// comes again after at most 2^(30-16) draws.
const sharedBits = 16

// inStep finds the two seeds that have most low bits in common. A step of lcg32 multiplies the difference of two states by
// 1664525, which is 1 mod 4: if the difference is a multiple of 2^k, it stays one, and as the powers of the multiplier come
// again after 2^(30-k) steps mod 2^(32-k), so does the difference. At 2^32 it is none: the streams are the same.
func inStep(seeds []int64) (models.Finding, bool) {
	var a, b int64
	most := sharedBits - 1
	first := make(map[uint16]int64, len(seeds))
	for _, seed := range seeds {
		low := uint16(LCGSeed(seed))
		earlier, met := first[low]
		if !met {
			first[low] = seed
			continue
		}
		if shared := min(bits.TrailingZeros32(LCGSeed(seed)-LCGSeed(earlier)), 32); shared > most {
			a, b, most = earlier, seed, shared
		}
	}
	switch {
	case most < sharedBits:
		return models.Finding{}, false
	case most == 32:
		return models.Finding{
			Name:    "seeds-in-step",
			Message: fmt.Sprintf("lcg32 takes a seed modulo 2^32: %d and %d are the same, and so are their rows", a, b),
			Advice:  "take seeds below 2^32, or rng pcg64",
		}, true
	}
	return models.Finding{
		Name: "seeds-in-step",
		Message: fmt.Sprintf("the lcg32 seeds %d and %d differ by a multiple of 2^%d, and so do their streams for ever: the difference "+
			"comes again after %s draws", a, b, most, models.FormatCount(1<<max(30-most, 0))),
		Advice: "take rng pcg64, or seeds whose differences are no powers of two: seed: {base: 1, count: N}",
	}, true
}
