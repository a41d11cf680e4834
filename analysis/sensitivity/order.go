package sensitivity

import (
	"cmp"
	"slices"
)

// ordered is the points of a design in the order of one factor. What a factor does is found from this order alone, so a
// logarithmic scale needs no care, and points with the same value have one place: nothing that the order of the rows
// says, or other factors, can come in.
type ordered struct {
	x     coordinates
	order []int32 // points by x
	words bool    // the values are words, whose order means nothing
}

func newOrdered(x coordinates, words bool) *ordered {
	o := &ordered{x: x, order: make([]int32, len(x)), words: words}
	for point := range o.order {
		o.order[point] = int32(point)
	}
	slices.SortStableFunc(o.order, func(a, b int32) int { return cmp.Compare(x[a], x[b]) })
	return o
}

// place finds the place of each whole point in the order, as cos(pi u): u, from 0 to 1, is the share of whole points with lower
// values and half of those with the same one. places are by number among the whole points, which numbers gives (-1 for none).
func (o *ordered) place(numbers []int32, whole int) (places []float64, levels int) {
	places = make([]float64, whole)
	below := 0
	for i := 0; i < len(o.order); {
		end, tied := i, 0
		for ; end < len(o.order) && o.x[o.order[end]] == o.x[o.order[i]]; end++ {
			if numbers[o.order[end]] >= 0 {
				tied++
			}
		}
		if tied > 0 {
			place := cosPi(float64(2*below+tied) / float64(2*whole))
			for _, point := range o.order[i:end] {
				if numbers[point] >= 0 {
					places[numbers[point]] = place
				}
			}
			levels++
		}
		below += tied
		i = end
	}
	return places, levels
}

// cosPi is cos(pi u) for u from 0 to 1, to within 5e-16 and with the same bits on every platform, which math.Cos does not
// promise: cos(pi u) = sin(x) with x = pi (1/2 - u) between -pi/2 and pi/2, by its Taylor series up to x^21.
func cosPi(u float64) float64 {
	const pi = 3.14159265358979323846
	x := float64(pi * (0.5 - u))
	square := float64(x * x)
	sum := 1.0
	for k := 20.0; k > 0; k -= 2 {
		sum = 1 - float64(float64(square/float64(k*(k+1)))*sum)
	}
	return float64(x * sum)
}
