package chart

import (
	"fmt"
	"math"
)

// Heat is a metric over two parameters: a coloured cell for each pair of values.
type Heat struct {
	Title          string
	XTitle, YTitle string
	ZTitle         string
	X, Y           []string    // labels of the values
	Z              [][]float64 // by value of Y, by value of X; NaN where there is none
	Log            bool        // of the colours
	Down           bool        // the values of Y begin at the top, as words do in other pictures; numbers grow upwards
}

// mostTips is up to how many cells say their value when they are pointed at: tips take more room than the rest of a picture.
const mostTips = 120

// Picture draws a row for each value of Y, and a scale of the colours above.
func (h Heat) Picture() Picture {
	room := min(26, max(9, 320/float64(len(h.Y))))
	height := max(room*float64(len(h.Y)), 52)
	room = height / float64(len(h.Y))
	p := Picture{Title: h.Title}
	f := frame{top: 74, right: Width - rightRoom, left: h.labelRoom()}
	f.bottom = f.top + height
	p.Height = f.bottom + bottomRoom
	colours := h.drawColours(&p)
	p.text("axis", 2, f.top-7, start, shorten(h.YTitle, Width-4))
	h.drawCells(&p, &f, room, colours)
	h.drawLabels(&p, &f, room)
	return p
}

// top is where the row of a value of Y begins.
func (h Heat) top(f *frame, room float64, value int) float64 {
	if h.Down {
		return f.top + float64(room*float64(value))
	}
	return f.bottom - float64(room*float64(value+1))
}

// labelRoom is how wide the labels at the left may be: wider where they would look alike once they are cut.
func (h Heat) labelRoom() float64 {
	room := min(widest(h.Y)+10, Width*0.42)
	seen := map[string]bool{}
	for _, label := range h.Y {
		seen[shorten(label, room-8)] = true
	}
	if len(seen) < len(h.Y) {
		room = min(widest(h.Y)+10, Width*0.57)
	}
	return room
}

// drawColours draws the scale of the colours and returns it, as coordinates from 0 to 1.
func (h Heat) drawColours(p *Picture) scale {
	r := Empty
	for _, row := range h.Z {
		for _, z := range row {
			if !math.IsNaN(z) {
				r.Include(z)
			}
		}
	}
	s := newScale(r, h.Log, 0, 1, 4)
	if !r.IsEmpty() && r.Low < r.High {
		s.values = r // the colours are for what there is
	}
	p.text("axis", 2, 12, start, shorten(h.ZTitle, Width-4))
	const steps, left, right = 32, 24.0, Width - 24
	for i := range steps {
		step := (right - left) / steps
		p.add(Mark{Kind: rectangle, Class: "colour", X: left + float64(step*float64(i)), Y: 19, W: step + 0.3, H: 10,
			Fill: viridis((float64(i) + 0.5) / steps)})
	}
	at := func(x float64) float64 { return left + float64((right-left)*s.at(x)) }
	var within []Tick
	for _, t := range s.ticks {
		if t.At >= s.values.Low && t.At <= s.values.High {
			within = append(within, t)
		}
	}
	if len(within) < 2 {
		within = []Tick{{s.values.Low, Short(s.values.Low)}, {s.values.High, Short(s.values.High)}}
	}
	for _, t := range spaced(within, at) {
		p.text("tick", at(t.At), 42, middle, t.Label)
	}
	return s
}

func (h Heat) drawCells(p *Picture, f *frame, room float64, colours scale) {
	w := (f.right - f.left) / float64(len(h.X))
	spelled := h.fit(w, room)
	for i, row := range h.Z {
		y := h.top(f, room, i)
		for k, z := range row {
			x := f.left + float64(w*float64(k))
			if math.IsNaN(z) {
				p.add(Mark{Kind: rectangle, Class: "hole", X: x, Y: y, W: w, H: room, Tip: h.tip(k, i, "no value")})
				continue
			}
			share := min(max(colours.at(z), 0), 1)
			p.add(Mark{Kind: rectangle, Class: "cell", X: x, Y: y, W: w, H: room, Fill: viridis(share), Tip: h.tip(k, i, Number(z))})
			if spelled {
				p.add(Mark{Kind: text, Class: "value", X: x + float64(w/2), Y: y + float64(room/2) + 4, End: middle, Text: Short(z), Fill: onViridis(share)})
			}
		}
	}
}

func (h Heat) tip(x, y int, z string) string {
	if len(h.X)*len(h.Y) > mostTips {
		return ""
	}
	return fmt.Sprintf("%s %s, %s %s: %s", h.XTitle, h.X[x], h.YTitle, h.Y[y], z)
}

// fit says whether all values can be written into their cells.
func (h Heat) fit(w, room float64) bool {
	for _, row := range h.Z {
		for _, z := range row {
			if !math.IsNaN(z) && widthOf(Short(z))+4 > w {
				return false
			}
		}
	}
	return room >= lineHeight
}

func (h Heat) drawLabels(p *Picture, f *frame, room float64) {
	every := int(math.Ceil(lineHeight / room))
	for i := 0; i < len(h.Y); i += every {
		y := h.top(f, room, i) + float64(room/2)
		p.add(Mark{Kind: text, Class: "tick", X: f.left - 6, Y: y + 4, End: end, Text: shorten(h.Y[i], f.left-8), Tip: h.Y[i]})
	}
	w := (f.right - f.left) / float64(len(h.X))
	at := func(k float64) float64 { return f.left + float64(w*(k+0.5)) }
	var ticks []Tick
	for k, label := range h.X {
		ticks = append(ticks, Tick{float64(k), shorten(label, max(w, 90))})
	}
	for _, t := range spaced(ticks, at) {
		p.text("tick", at(t.At), f.bottom+15, middle, t.Label)
	}
	p.text("axis", (f.left+f.right)/2, f.bottom+31, middle, shorten(h.XTitle, Width-8))
}
