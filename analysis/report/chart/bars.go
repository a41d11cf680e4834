package chart

import "strconv"

// Bars are what parameters account for, a bar each: shares of a metric's variance, or something else with an axis of its own.
type Bars struct {
	Title string
	Rows  []Bar
	Axis  string  // what the axis shows; empty for shares
	Most  float64 // up to where it goes, if it does not show shares
}

// Bar is one parameter: a thick bar for what it does alone, and a thin one up to what it does with others.
type Bar struct {
	Label    string
	Alone    float64 // of shares from 0 to 1; an estimate may lie outside, but not the bar
	Together float64 // at least Alone, or 0 if it is not known
	Noise    bool    // not a parameter but chance
	Text     string
	Tip      string
}

const barRoom = 22.0

// Picture draws a bar a line.
func (b Bars) Picture() Picture {
	p := Picture{Height: 6 + float64(barRoom*float64(len(b.Rows))) + bottomRoom, Title: b.Title}
	var names, values []string
	for _, r := range b.Rows {
		names, values = append(names, r.Label), append(values, r.Text)
	}
	f := frame{top: 6, bottom: p.Height - bottomRoom, left: min(widest(names)+10, Width*0.42)}
	f.right = Width - widest(values) - 10
	title := b.setAxis(&f)
	var grid pen
	for _, t := range f.x.ticks {
		grid.line(f.x.at(t.At), f.top, f.x.at(t.At), f.bottom)
	}
	p.add(grid.mark("grid"))
	for i, r := range b.Rows {
		y := f.top + float64(barRoom*float64(i))
		p.add(Mark{Kind: text, Class: "tick", X: f.left - 6, Y: y + 15, End: end, Text: shorten(r.Label, f.left-8), Tip: r.Label})
		b.drawBar(&p, &f, y, r)
		p.text("tick", Width-4, y+15, end, r.Text)
	}
	f.drawHorizontal(&p, title, f.x.ticks, f.x.at)
	return p
}

// setAxis gives the frame its scale, and returns the title.
func (b Bars) setAxis(f *frame) string {
	if b.Axis != "" {
		f.x = newScale(Range{0, b.Most}, false, f.left, f.right, 3)
		return b.Axis
	}
	f.x = scale{values: Range{0, 1}, from: f.left, to: f.right}
	for i := range 3 {
		f.x.ticks = append(f.x.ticks, Tick{float64(i) / 2, strconv.Itoa(50*i) + " %"})
	}
	return "share of the variance"
}

func (b Bars) drawBar(p *Picture, f *frame, y float64, r Bar) {
	class := "alone"
	if r.Noise {
		class = "noise"
	}
	alone, together := f.x.at(min(r.Alone, f.x.values.High)), f.x.at(min(r.Together, f.x.values.High))
	if together > alone {
		p.add(Mark{Kind: rectangle, Class: "together", X: f.left, Y: y + 6, W: together - f.left, H: barRoom - 12, Tip: r.Tip})
	}
	p.add(Mark{Kind: rectangle, Class: class, X: f.left, Y: y + 4, W: max(alone-f.left, 0.5), H: barRoom - 8, Tip: r.Tip})
}

// Stack is how the variance of several metrics is shared out, a bar each. All bars have the same parts in the same order.
type Stack struct {
	Title string
	Parts []Part
	Rows  []StackRow
}

// Part is one part of all bars.
type Part struct {
	Name string
	Look Look
}

// Look is how a part is filled: 0 to MostParts-1 are colours that can be told apart.
type Look int

// MostParts is how many parts of a stack can be told apart by their colours. Rest is for what is left over, Noise for chance.
const (
	MostParts      = 6
	Rest      Look = MostParts
	Noise     Look = MostParts + 1
)

// StackRow is a metric.
type StackRow struct {
	Label  string
	Shares []float64 // by part; they add up to at most 1
	Tips   []string
}

// Picture draws the legend above, and a name and a bar below it for each metric.
func (s Stack) Picture() Picture {
	const room = 32.0
	p := Picture{Title: s.Title}
	top := s.drawLegend(&p) + 6
	const left, right = 4.0, Width - 4
	for i, row := range s.Rows {
		y := top + float64(room*float64(i))
		p.add(Mark{Kind: text, Class: "tick", X: left, Y: y + 11, End: start, Text: shorten(row.Label, right-left), Tip: row.Label})
		x := left
		for k, share := range row.Shares {
			w := float64((right - left) * max(share, 0))
			if w >= 0.05 {
				p.add(Mark{Kind: rectangle, Class: s.Parts[k].Look.class(), X: x, Y: y + 15, W: w, H: 13, Tip: row.Tips[k]})
			}
			x += w
		}
	}
	p.Height = top + float64(room*float64(len(s.Rows))) + 4
	return p
}

// drawLegend draws the names of the parts, as many a line as fit, and returns where it ends.
func (s Stack) drawLegend(p *Picture) float64 {
	x, y := 4.0, 4.0
	for _, part := range s.Parts {
		name := shorten(part.Name, Width-30)
		w := 18 + widthOf(name) + 10
		if x+w > Width && x > 4 {
			x, y = 4, y+18
		}
		p.add(Mark{Kind: rectangle, Class: part.Look.class(), X: x, Y: y + 1, W: 12, H: 12})
		p.text("tick", x+17, y+11, start, name)
		x += w
	}
	return y + 18
}

func (l Look) class() string { return "part" + strconv.Itoa(int(l)) }
