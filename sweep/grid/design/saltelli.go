package design

// saltelli has, for each of n points of a Sobol' sequence in 2d dimensions, d+2 points in d dimensions. The first d
// coordinates of the base point are the point A, the others the point B; AB(j) is A with its coordinate j taken from B.
// They come in the order A, AB(0), ..., AB(d-1), B, as SALib has them (calc_second_order=False).
type saltelli struct {
	base    *sobol
	factors int64
}

func newSaltelli(s Settings) *saltelli {
	return &saltelli{base: newSobol(s, 2*s.Factors), factors: int64(s.Factors)}
}

func (s *saltelli) Len() int64 { return s.base.points * (s.factors + 2) }

func (s *saltelli) At(point int64, factor int) float64 {
	base, place := point/(s.factors+2), point%(s.factors+2)
	if isB := place == s.factors+1; isB || place == int64(factor)+1 {
		return s.base.At(base, factor+int(s.factors))
	}
	return s.base.At(base, factor)
}
