package design

import "math/bits"

// feistelRounds is how often a half of a number is stirred into the other. Large halves need six; with small ones the tests
// still find favourites after twelve.
const feistelRounds = 20

// permute is a bijection of the numbers 0 to n-1 that a key chooses, as a shuffle would be, but without a list: it takes the
// number of a place and gives what stands there.
//
// A Feistel network is a bijection of b-bit numbers: it adds (exclusive or) some function of one half to the other half, and
// again with the halves' roles changed, and so on; each step can be undone, whatever the function. Here b is the least
// number of bits that hold n-1. What comes out as n or more is put in again until it is below n (cycle walking): since the
// network is a bijection, the walk from a number below n must come to such a number, and two walks never end at the same
// one. As n is more than half of 2^b, a walk takes less than two steps on average.
func permute(x, n, key uint64) uint64 {
	width := max(bits.Len64(n-1), 2)
	low := uint(width / 2)
	high := uint(width) - low
	for {
		if x = feistel(x, low, high, key); x < n {
			return x
		}
	}
}

// feistel permutes the numbers of low+high bits.
func feistel(x uint64, low, high uint, key uint64) uint64 {
	left, right := x>>low, x&(1<<low-1)
	for round := uint64(0); round < feistelRounds; round += 2 {
		left ^= stir(right+key+round*philoxWeyl) >> (64 - high)
		right ^= stir(left+key+(round+1)*philoxWeyl) >> (64 - low)
	}
	return left<<low | right
}

// stir is the finaliser of SplitMix64: each bit of the result depends on all bits of x.
func stir(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
