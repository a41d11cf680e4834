package pareto

// knee is the point nearest to the ideal, -1 if there are no points. byRatio says of each objective whether ratios count.
func knee(points []Point, objectives []Objective) (best int, byRatio []bool) {
	losses := make([]float64, len(points)) // by point: the square of its distance
	for i, o := range objectives {
		s := newScale(points, i)
		byRatio = append(byRatio, s.floor > 0)
		if s.flat() {
			continue
		}
		for p := range points {
			loss := s.at(points[p].Values[i])
			if o.Max {
				loss = 1 - loss
			}
			losses[p] += float64(loss * loss)
		}
	}
	best = -1
	for p := range points {
		if best < 0 || losses[p] < losses[best]-rounding {
			best = p
		}
	}
	return best, byRatio
}

// rounding is by how much distances that are equal may come out different.
const rounding = 1e-12
