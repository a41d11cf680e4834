package chart

import (
	"html/template"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
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

// HTML is the picture as an svg element.
func (p Picture) HTML() (template.HTML, error) {
	var b strings.Builder
	if err := svg.Execute(&b, p); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil // made by a template that escapes
}

var svg = template.Must(template.New("svg").Funcs(template.FuncMap{"n": coordinate, "width": func() float64 { return Width }, "radius": func() float64 { return radius }}).Parse(
	`<svg viewBox="0 0 {{n width}} {{n .Height}}" role="img" aria-label="{{.Title}}">
{{- range .Marks}}
{{- if eq .Kind "rect"}}
<rect class="{{.Class}}" x="{{n .X}}" y="{{n .Y}}" width="{{n .W}}" height="{{n .H}}"{{with .Fill}} fill="{{.}}"{{end}}>{{with .Tip}}<title>{{.}}</title>{{end}}</rect>
{{- else if eq .Kind "circle"}}
<circle class="{{.Class}}" cx="{{n .X}}" cy="{{n .Y}}" r="{{n radius}}">{{with .Tip}}<title>{{.}}</title>{{end}}</circle>
{{- else if eq .Kind "path"}}
<path class="{{.Class}}" d="{{.Path}}"/>
{{- else}}
<text class="{{.Class}}" x="{{n .X}}" y="{{n .Y}}" text-anchor="{{.End}}"{{with .Fill}} fill="{{.}}"{{end}}>{{.Text}}{{with .Tip}}<title>{{.}}</title>{{end}}</text>
{{- end}}
{{- end}}
</svg>`))

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
