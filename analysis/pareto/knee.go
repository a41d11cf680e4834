package pareto

import "math"

// knee is the point nearest to the ideal, -1 if there are no points.
func knee(points []Point, objectives []Objective) int {
	losses := make([]float64, len(points)) // by point: the square of its distance
	for i, o := range objectives {
		least, most := rangeOf(points, i)
		if least == most {
			continue
		}
		for p := range points {
			loss := (points[p].Values[i] - least) / (most - least)
			if o.Max {
				loss = 1 - loss
			}
			losses[p] += float64(loss * loss)
		}
	}
	best := -1
	for p := range points {
		if best < 0 || losses[p] < losses[best]-rounding {
			best = p
		}
	}
	return best
}

// rounding is by how much distances that are equal may come out different.
const rounding = 1e-12

// rangeOf is the least and the greatest value of an objective on the front.
func rangeOf(points []Point, objective int) (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for i := range points {
		least, most = min(least, points[i].Values[objective]), max(most, points[i].Values[objective])
	}
	return least, most
}
