package chart

import "slices"

// Effect is a metric against the values of a parameter: the mean at each, and how far it is spread.
type Effect struct {
	Title          string
	XTitle, YTitle string
	XLog, YLog     bool
	Binned         bool  // the points are bins, so that ticks stand at round numbers
	Words          bool  // the values are words: they get equal room each, and no line joins them
	Y              Range // what the axis of the metric must hold
	Points         []EffectPoint
}

// EffectPoint is one value of the parameter.
type EffectPoint struct {
	X        float64 // unless Words
	Label    string
	Mean     float64
	Interval *Range // of the mean
	Spread   *Range // of what means are over
	Tip      string
}

const effectHeight = 200.0

// Picture draws values from left to right, or from top to bottom if they are words that need the room.
func (e Effect) Picture() Picture {
	if e.Words && !e.fit() {
		return e.rows()
	}
	p := Picture{Height: topRoom + effectHeight - 50 + bottomRoom, Title: e.Title}
	f := frame{top: topRoom, right: Width - rightRoom, bottom: p.Height - bottomRoom}
	f.y = newScale(e.Y, e.YLog, f.bottom, f.top, 5)
	f.left = widest(labels(f.y.ticks)) + 10
	f.x = e.horizontal(f.left+10, f.right-8)
	f.drawVertical(&p, e.YTitle)
	f.drawHorizontal(&p, e.XTitle, f.x.ticks, f.x.at)
	e.drawBands(&p, &f)
	e.drawPoints(&p, &f)
	return p
}

// fit says whether the words find room side by side.
func (e Effect) fit() bool {
	return len(e.Points) <= 6 && widest(e.words())+CharWidth < 280/float64(len(e.Points))
}

func (e Effect) words() []string {
	all := make([]string, len(e.Points))
	for i := range e.Points {
		all[i] = e.Points[i].Label
	}
	return all
}

// horizontal is an axis with ticks at the points.
func (e Effect) horizontal(from, to float64) scale {
	s := scale{from: from, to: to, log: e.XLog, values: Empty}
	for i, p := range e.Points {
		x := p.X
		if e.Words {
			x = float64(i)
		}
		s.values.Include(x)
		s.ticks = append(s.ticks, Tick{x, p.Label})
	}
	if s.values.Low == s.values.High {
		s.log, s.values = false, Range{s.values.Low - 1, s.values.High + 1}
	}
	if e.Binned {
		s.ticks = within(s.values, newScale(s.values, s.log, from, to, 5).ticks)
	}
	if e.Words {
		s.values.Low, s.values.High = s.values.Low-0.4, s.values.High+0.4
	}
	return s
}

// across is where a point stands from left to right.
func (e Effect) across(f *frame, point int) float64 {
	if e.Words {
		return f.x.at(float64(point))
	}
	return f.x.at(e.Points[point].X)
}

// within are the ticks within a range.
func within(r Range, ticks []Tick) []Tick {
	return slices.DeleteFunc(ticks, func(t Tick) bool { return t.At < r.Low || t.At > r.High })
}

// drawBands draws the spread: as bands along a line, or as bars at words.
func (e Effect) drawBands(p *Picture, f *frame) {
	for _, band := range []struct {
		class string
		of    func(*EffectPoint) *Range
	}{
		{"spread", func(q *EffectPoint) *Range { return q.Spread }},
		{"interval", func(q *EffectPoint) *Range { return q.Interval }},
	} {
		if e.Words || len(e.Points) == 1 {
			e.drawBars(p, f, band.class, band.of)
		} else {
			e.drawBand(p, f, band.class, band.of)
		}
	}
}

func (e Effect) drawBars(p *Picture, f *frame, class string, of func(*EffectPoint) *Range) {
	for i := range e.Points {
		r := of(&e.Points[i])
		if r == nil {
			continue
		}
		x, high, low := e.across(f, i), f.y.at(r.High), f.y.at(r.Low)
		p.add(Mark{Kind: rectangle, Class: class, X: x - 6, Y: high, W: 12, H: max(low-high, 1)})
	}
}

// drawBand draws an area for each stretch of points that have the range.
func (e Effect) drawBand(p *Picture, f *frame, class string, of func(*EffectPoint) *Range) {
	for first := 0; first < len(e.Points); {
		last := first
		for last < len(e.Points) && of(&e.Points[last]) != nil {
			last++
		}
		var area pen
		for i := first; i < last; i++ {
			command := byte('L')
			if i == first {
				command = 'M'
			}
			area.to(command, e.across(f, i), f.y.at(of(&e.Points[i]).High))
		}
		for i := last - 1; i >= first; i-- {
			area.to('L', e.across(f, i), f.y.at(of(&e.Points[i]).Low))
		}
		if !area.empty() {
			area.close()
			p.add(area.mark(class))
		}
		first = last + 1
	}
}

func (e Effect) drawPoints(p *Picture, f *frame) {
	var line pen
	var dots []Mark
	for i := range e.Points {
		q := &e.Points[i]
		x, y := e.across(f, i), f.y.at(q.Mean)
		if i == 0 {
			line.to('M', x, y)
		} else {
			line.to('L', x, y)
		}
		dots = append(dots, Mark{Kind: circle, Class: "dot", X: x, Y: y, Tip: q.Tip})
	}
	if !e.Words && len(e.Points) > 1 {
		p.add(line.mark("line"))
	}
	p.add(dots...)
}

// rows draws one line a word.
func (e Effect) rows() Picture {
	const room = 18.0
	p := Picture{Height: 8 + float64(room*float64(len(e.Points))) + bottomRoom, Title: e.Title}
	f := frame{top: 8, right: Width - rightRoom - 8, bottom: p.Height - bottomRoom}
	f.left = min(widest(e.words())+10, Width*0.57)
	f.x = newScale(e.Y, e.YLog, f.left+6, f.right, 3)
	var grid pen
	for _, t := range f.x.ticks {
		grid.line(f.x.at(t.At), f.top, f.x.at(t.At), f.bottom)
	}
	p.add(grid.mark("grid"))
	for i := range e.Points {
		q := &e.Points[i]
		y := f.top + float64(room*(float64(i)+0.5))
		p.add(Mark{Kind: text, Class: "tick", X: f.left - 6, Y: y + 4, End: end, Text: shorten(q.Label, f.left-8), Tip: q.Label})
		for _, bar := range []struct {
			class string
			r     *Range
		}{{"spread", q.Spread}, {"interval", q.Interval}} {
			if bar.r != nil {
				low, high := f.x.at(bar.r.Low), f.x.at(bar.r.High)
				p.add(Mark{Kind: rectangle, Class: bar.class, X: low, Y: y - 5, W: max(high-low, 1), H: 10})
			}
		}
		p.add(Mark{Kind: circle, Class: "dot", X: f.x.at(q.Mean), Y: y, Tip: q.Tip})
	}
	f.drawHorizontal(&p, e.YTitle, slices.Clone(f.x.ticks), f.x.at)
	return p
}
