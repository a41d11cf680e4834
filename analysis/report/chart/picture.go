package chart

import (
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	g "maragu.dev/gomponents"
)

// Width is the width of all canvases, in units that are pixels unless the page scales them.
const Width = 360.0

// CharWidth is what a character of a label takes, at most, on average: fonts of 11 units that are wider than this are rare.
const CharWidth = 6.9

// lineHeight is what a line of labels takes.
const lineHeight = 15.0

// Picture is an image.
type Picture struct {
	Height float64
	Title  string // what it shows, for those who cannot see it
	Marks  []Mark
}

// Mark is a shape or a word.
type Mark struct {
	Kind  kind
	Class string
	X, Y  float64 // rectangle: the upper left corner; circle: the centre; text: where it is anchored, on the base line
	W, H  float64 // rectangle
	Path  string
	Text  string
	End   anchor
	Fill  string // a colour, where the class does not say it
	Tip   string // what is shown when it is pointed at
}

type kind string

const (
	rectangle kind = "rect"
	circle    kind = "circle"
	path      kind = "path"
	text      kind = "text"
)

// anchor says which part of a text stands at its place.
type anchor string

const (
	start  anchor = "start"
	middle anchor = "middle"
	end    anchor = "end"
)

// radius is that of all circles.
const radius = 3.5

// Render writes the picture as an svg element: a picture is a node of a page.
func (p Picture) Render(w io.Writer) error {
	shapes := g.Group{}
	for i := range p.Marks {
		shapes = append(shapes, g.Raw("\n"), p.Marks[i].node())
	}
	return g.El("svg", g.Attr("viewBox", "0 0 "+coordinate(Width)+" "+coordinate(p.Height)), g.Attr("role", "img"),
		g.Attr("aria-label", p.Title), shapes, g.Raw("\n")).Render(w)
}

// node is the mark as an element, with its tip inside.
func (m *Mark) node() g.Node {
	class := g.Attr("class", m.Class)
	fill := g.If(m.Fill != "", g.Attr("fill", m.Fill))
	tip := g.If(m.Tip != "", g.El("title", g.Text(m.Tip)))
	switch m.Kind {
	case rectangle:
		return g.El("rect", class, length("x", m.X), length("y", m.Y), length("width", m.W), length("height", m.H), fill, tip)
	case circle:
		return g.El("circle", class, length("cx", m.X), length("cy", m.Y), length("r", radius), tip)
	case path:
		return g.El("path", class, g.Attr("d", m.Path))
	}
	return g.El("text", class, length("x", m.X), length("y", m.Y), g.Attr("text-anchor", string(m.End)), fill, g.Text(m.Text), tip)
}

func length(name string, x float64) g.Node { return g.Attr(name, coordinate(x)) }

// coordinate prints a coordinate to a tenth of a unit, which is finer than what is seen, and the same on every machine.
func coordinate(x float64) string {
	s := strconv.FormatFloat(math.Round(10*x)/10, 'f', -1, 64)
	if s == "-0" {
		return "0"
	}
	return s
}

// pen writes a path.
type pen struct{ b strings.Builder }

func (p *pen) to(command byte, x, y float64) {
	p.b.WriteByte(command)
	p.b.WriteString(coordinate(x))
	p.b.WriteByte(' ')
	p.b.WriteString(coordinate(y))
}

func (p *pen) line(x1, y1, x2, y2 float64) {
	p.to('M', x1, y1)
	p.to('L', x2, y2)
}

func (p *pen) close() { p.b.WriteByte('Z') }

func (p *pen) mark(class string) Mark { return Mark{Kind: path, Class: class, Path: p.b.String()} }

func (p *pen) empty() bool { return p.b.Len() == 0 }

// add adds marks.
func (p *Picture) add(marks ...Mark) { p.Marks = append(p.Marks, marks...) }

func (p *Picture) text(class string, x, y float64, at anchor, s string) {
	p.add(Mark{Kind: text, Class: class, X: x, Y: y, End: at, Text: s})
}

// widthOf is about how wide a label is.
func widthOf(label string) float64 {
	return float64(CharWidth * float64(utf8.RuneCountInString(label)))
}

// shorten cuts the middle of a label that is too wide.
func shorten(label string, width float64) string {
	runes := []rune(label)
	n := max(int(width/CharWidth), 3)
	if len(runes) <= n {
		return label
	}
	front := n / 2
	return string(runes[:front]) + "…" + string(runes[len(runes)-(n-1-front):])
}

func widest(labels []string) float64 {
	w := 0.0
	for _, label := range labels {
		w = max(w, widthOf(label))
	}
	return w
}
