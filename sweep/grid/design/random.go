package design

// random has independent uniform points.
type random struct{ settings Settings }

func (r *random) Len() int64 { return r.settings.Points }

func (r *random) At(point int64, factor int) float64 {
	return unit(draw(r.settings.Seed, forCoordinate, factor, point))
}
