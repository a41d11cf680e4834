package chart

// frame is the axes around a plot.
type frame struct {
	x, y                     scale
	left, right, top, bottom float64
}

// The room around a plot.
const (
	topRoom    = 24.0 // the title of the vertical axis
	bottomRoom = 36.0 // ticks and title of the horizontal axis
	rightRoom  = 14.0
)

// drawVertical draws the grid and the labels of a vertical axis, and its title above.
func (f *frame) drawVertical(p *Picture, title string) {
	var lines pen
	for _, t := range f.y.ticks {
		y := f.y.at(t.At)
		lines.line(f.left, y, f.right, y)
		p.text("tick", f.left-6, y+4, end, t.Label)
	}
	p.add(lines.mark("grid"))
	p.text("axis", 2, 12, start, shorten(title, Width-4))
}

// drawHorizontal draws the labels of a horizontal axis, its small lines and its title below.
func (f *frame) drawHorizontal(p *Picture, title string, ticks []Tick, at func(float64) float64) {
	var lines pen
	lines.line(f.left, f.bottom, f.right, f.bottom)
	for _, t := range ticks {
		lines.line(at(t.At), f.bottom, at(t.At), f.bottom+4)
	}
	p.add(lines.mark("base"))
	for _, t := range spaced(ticks, at) {
		p.text("tick", at(t.At), f.bottom+15, middle, t.Label)
	}
	p.text("axis", (f.left+f.right)/2, f.bottom+31, middle, shorten(title, Width-8))
}

// labels are the texts of ticks.
func labels(ticks []Tick) []string {
	all := make([]string, len(ticks))
	for i, t := range ticks {
		all[i] = t.Label
	}
	return all
}
