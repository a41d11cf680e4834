package chart

import (
	"slices"
	"strings"
)

// TradeOff is two metrics against each other.
type TradeOff struct {
	Title          string
	XTitle, YTitle string
	X, Y           Range
	XFloor, YFloor float64      // from which on an axis is logarithmic; 0: it is linear
	Front          []FrontPoint // in the order of X
	Joined         bool         // the front is a line, since nothing but these two metrics counts
}

// FrontPoint is a point that no other beats.
type FrontPoint struct {
	X, Y float64
	Knee bool
	Tip  string
}

// cloudGrid is how finely the points of the cloud are told apart. It bounds what a picture can be: however many points there are,
// those that would cover each other are drawn once.
const cloudGrid = 2.0

// fewPoints may be drawn larger without hiding each other.
const fewPoints = 150

// TradeOffPlot draws points as they come.
type TradeOffPlot struct {
	chart  TradeOff
	frame  frame
	filled map[[2]int]bool
}

// Plot begins a picture, to which the points of the cloud are added one by one.
func (t TradeOff) Plot() *TradeOffPlot {
	const height = 264.0
	f := frame{top: topRoom, right: Width - rightRoom, bottom: height - bottomRoom}
	f.y = newFloorScale(t.Y, t.YFloor, f.bottom, f.top, 5)
	f.left = widest(labels(f.y.ticks)) + 10
	const half = 14 // of the first label, which must not run into those of the vertical axis
	f.x = newFloorScale(t.X, t.XFloor, f.left+half, f.right-6, 4)
	return &TradeOffPlot{chart: t, frame: f, filled: map[[2]int]bool{}}
}

// Add adds a point to the cloud.
func (p *TradeOffPlot) Add(x, y float64) {
	p.filled[[2]int{int(p.frame.x.at(x) / cloudGrid), int(p.frame.y.at(y) / cloudGrid)}] = true
}

// Picture draws what was added, and the front.
func (p *TradeOffPlot) Picture() Picture {
	t, f := &p.chart, &p.frame
	image := Picture{Height: f.bottom + bottomRoom, Title: t.Title}
	f.drawVertical(&image, t.YTitle)
	f.drawHorizontal(&image, t.XTitle, f.x.ticks, f.x.at)
	if cloud := p.cloud(); !cloud.empty() {
		class := "cloud"
		if len(p.filled) <= fewPoints {
			class = "cloud few"
		}
		image.add(cloud.mark(class))
	}
	var line pen
	var dots []Mark
	for i, q := range t.Front {
		x, y := f.x.at(q.X), f.y.at(q.Y)
		if i == 0 {
			line.to('M', x, y)
		} else {
			line.to('L', x, y)
		}
		class := "front"
		if q.Knee {
			class = "knee"
		}
		dots = append(dots, Mark{Kind: circle, Class: class, X: x, Y: y, Tip: q.Tip})
	}
	slices.SortStableFunc(dots, func(a, b Mark) int { return strings.Compare(a.Class, b.Class) }) // the knee is never hidden
	if t.Joined && len(t.Front) > 1 {
		image.add(line.mark("frontline"))
	}
	image.add(dots...)
	return image
}

// cloud draws the points as lines of no length, whose round ends are seen: much shorter than an element each.
func (p *TradeOffPlot) cloud() *pen {
	var dots pen
	for row := range int(p.frame.bottom/cloudGrid) + 2 {
		for column := range int(Width / cloudGrid) {
			if p.filled[[2]int{column, row}] {
				dots.to('M', (float64(column)+0.5)*cloudGrid, (float64(row)+0.5)*cloudGrid)
				dots.b.WriteString("h0")
			}
		}
	}
	return &dots
}
