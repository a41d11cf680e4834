package report

import (
	_ "embed"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

//go:embed style.css
var styleText string

// section is a part of the page that its table of contents names.
type section struct {
	ID, Title string
	Body      g.Node
}

func (p *page) sections() []section {
	return []section{
		{"run", "What was run", p.run()},
		{"matters", "What matters", p.matters()},
		{"tradeoff", "What trades against what", p.tradeOffs()},
		{"metrics", "Metrics", p.metrics()},
		{"load", "Load the rows", p.load()},
	}
}

// document is the whole page.
func (p *page) document() g.Node {
	return g.Group{
		html.Doctype(lineBreak),
		html.HTML(html.Lang("en"), lines(
			p.head(),
			html.Body(lines(p.header(), p.main(), p.footer())),
		)),
		lineBreak,
	}
}

// head forbids the page to load anything, whatever the study may have brought into it.
func (p *page) head() g.Node {
	const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
	return html.Head(lines(
		html.Meta(html.Charset("utf-8")),
		html.Meta(html.Name("viewport"), html.Content("width=device-width, initial-scale=1")),
		html.Meta(html.Name("color-scheme"), html.Content("light dark")),
		html.Meta(g.Attr("http-equiv", "Content-Security-Policy"), html.Content(policy)),
		html.Link(html.Rel("icon"), html.Href("data:,")),
		html.TitleEl(g.Text(p.Heading+" – "+p.Study.Name)),
		html.StyleEl(g.Raw(styleText)),
	))
}

func (p *page) header() g.Node {
	contents := g.Group{}
	for i, s := range p.sections() {
		if i > 0 {
			contents = append(contents, g.Text(" "))
		}
		contents = append(contents, html.A(html.Href("#"+s.ID), g.Text(s.Title)))
	}
	return html.Header(lines(
		html.H1(g.Text(p.Heading)),
		html.Dl(html.Class("facts"), lines(g.Map(p.Facts, fact.node))),
		g.Map(p.Warnings, func(text string) g.Node { return html.P(html.Class("warning"), g.Text(text)) }),
		html.Nav(contents),
	))
}

func (f fact) node() g.Node {
	return html.Div(g.If(f.Name == "digest", html.Class("long")), html.Dt(g.Text(f.Name)), html.Dd(g.Text(f.Value)))
}

func (p *page) main() g.Node {
	return html.Main(lines(g.Map(p.sections(), func(s section) g.Node {
		return html.Section(html.ID(s.ID), lines(html.H2(g.Text(s.Title)), s.Body))
	})))
}

func (p *page) footer() g.Node {
	return html.Footer(html.P(
		g.Text("Made by "+p.Study.Tool+" from "), html.Code(g.Text(p.Study.Dir)),
		g.Text(". This page is whole: it has no script and loads nothing."),
	))
}
