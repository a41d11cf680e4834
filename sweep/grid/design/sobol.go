package design

import (
	"bufio"
	_ "embed" // the table
	"fmt"
	"math/bits"
	"strings"
	"sync"
)

// MaxDimensions is the number of dimensions with direction numbers.
const MaxDimensions = 256

// digits is how many binary digits a coordinate has: more than any number of a point, and few enough for a float64.
const digits = 52

// sobol is a Sobol' sequence in the order of the Gray code, as scipy and SALib have it. Its first 2^k points are a net: every
// factor has one of them in each of 2^k equal strata, and pairs and more of factors are nearly as even.
//
// Coordinate j of point i is the exclusive or of those direction numbers of j at which the Gray code of i, i ^ i>>1, has a 1.
// A seed scrambles them: a random lower triangular matrix over the field of two elements multiplies the digits (Matousek,
// "On the L2-discrepancy for anchored boxes", 1998), and a random number is added without carries. The first 2^k points
// stay a net, none is at the corner 0, and the mean of any function over them is without bias.
type sobol struct {
	points     int64
	directions [][digits]uint64 // by dimension, of 2^digits
	shifts     []uint64         // by dimension
}

func newSobol(s Settings, dimensions int) *sobol {
	q := &sobol{points: s.Points, directions: make([][digits]uint64, dimensions), shifts: make([]uint64, dimensions)}
	copy(q.directions, joeKuo())
	if s.Seeded {
		for j := range dimensions {
			scramble(&q.directions[j], s.Seed, j)
			q.shifts[j] = draw(s.Seed, forShift, j, 0) >> (64 - digits)
		}
	}
	return q
}

func (q *sobol) Len() int64 { return q.points }

func (q *sobol) At(point int64, dimension int) float64 {
	x := q.shifts[dimension]
	directions := &q.directions[dimension]
	for gray := uint64(point ^ point>>1); gray != 0; gray &= gray - 1 {
		x ^= directions[bits.TrailingZeros64(gray)%digits]
	}
	return float64(x) * 0x1p-52
}

// scramble multiplies direction numbers by a random matrix: digit k of the product (0 is the most significant) is that digit
// itself plus some of the more significant ones.
func scramble(directions *[digits]uint64, seed int64, dimension int) {
	var rows [digits]uint64
	for k := range rows {
		digit := uint64(1) << (digits - 1 - k)
		above := ^(digit<<1 - 1) & (1<<digits - 1)
		rows[k] = digit | draw(seed, forScramble, dimension, int64(k))&above
	}
	for i, v := range directions {
		product := uint64(0)
		for k, row := range rows {
			product |= uint64(bits.OnesCount64(v&row)&1) << (digits - 1 - k)
		}
		directions[i] = product
	}
}

//go:embed joe-kuo-6.txt
var joeKuoTable string

// joeKuo is all direction numbers, by dimension.
var joeKuo = sync.OnceValue(func() [][digits]uint64 {
	all := make([][digits]uint64, 0, MaxDimensions)
	all = append(all, firstDimension())
	for lines := bufio.NewScanner(strings.NewReader(joeKuoTable)); lines.Scan(); {
		if line := lines.Text(); !strings.HasPrefix(line, "#") {
			all = append(all, extend(parseInitial(line)))
		}
	}
	return all
})

// firstDimension counts in binary with the digits reversed.
func firstDimension() (directions [digits]uint64) {
	for k := range directions {
		directions[k] = 1 << (digits - 1 - k)
	}
	return directions
}

// initial is a line of the table: a primitive polynomial and the first numbers m.
type initial struct {
	degree, inner int
	m             []uint64
}

func parseInitial(line string) initial {
	var dimension int
	var i initial
	reader := strings.NewReader(line)
	if _, err := fmt.Fscan(reader, &dimension, &i.degree, &i.inner); err != nil {
		panic("the table of direction numbers: " + line) // our own source, which the tests read whole
	}
	i.m = make([]uint64, i.degree)
	for k := range i.m {
		if _, err := fmt.Fscan(reader, &i.m[k]); err != nil {
			panic("the table of direction numbers: " + line)
		}
	}
	return i
}

// extend continues the numbers m by the polynomial's recurrence, in the form for direction numbers v[k] = m[k] / 2^(k+1).
func extend(i initial) (v [digits]uint64) {
	for k := range v {
		if k < i.degree {
			v[k] = i.m[k] << (digits - 1 - k)
			continue
		}
		v[k] = v[k-i.degree] ^ v[k-i.degree]>>i.degree
		for n := 1; n < i.degree; n++ {
			if i.inner>>(i.degree-1-n)&1 == 1 {
				v[k] ^= v[k-n]
			}
		}
	}
	return v
}
