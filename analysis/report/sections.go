package report

import (
	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

func (p *page) run() g.Node {
	return g.Group{
		p.Swept.node(),
		folded("What was fixed", p.Fixed.node()),
		folded("The study, with nothing left to defaults", html.Pre(g.Text(p.Study.Resolved))),
		titled("Why rows failed", p.Failures.node()),
		titled("What came out", figures(p.Outcomes)),
	}
}

func (p *page) matters() g.Node {
	sharing := g.Group{paragraph(p.Sharing), paragraph(p.Chance)}
	if p.Stack == nil {
		return g.Group{sharing, paragraph(p.NoStack)}
	}
	return g.Group{
		sharing,
		paragraph("The whole bar is the variance of a metric over all rows. A colour is the share that goes once that parameter is known."),
		figures([]figure{*p.Stack}),
	}
}

func (p *page) tradeOffs() g.Node {
	if p.TradeOff == nil {
		return paragraph(p.NoTradeOff)
	}
	key := func(class, text string) g.Node {
		return g.Group{html.Span(html.Class("key " + class)), g.Text(" " + text)}
	}
	return g.Group{
		g.Map(p.TradeOff.Sentences, paragraph),
		html.P(html.Class("legend"), key("cloudkey", "all "), key("frontkey", "the front "), key("kneekey", "the knee"), g.If(p.TradeOff.Dots != "", html.Span(html.Class("dots"), g.Text(p.TradeOff.Dots)))),
		p.TradeOff.figures(),
	}
}

// figures are the pictures with the table of the front below, or beside the only one.
func (v *tradeOffView) figures() g.Node {
	front := v.Front.folded(open)
	if len(v.Pictures) == 1 && v.Front.fitsBeside(v.Pictures[0].Picture) {
		return v.Pictures[0].besides(front)
	}
	return g.Group{figures(v.Pictures), front}
}

func (p *page) metrics() g.Node {
	return g.Group{
		html.P(g.Text(p.Seeds + " Means are over all else that varies; axes are logarithmic where values are spaced by ratios.")),
		g.Map(p.Metrics, metricView.node),
		note("These vary too, and are shown if asked for by --metric: ", p.Beyond, "."),
		note("Too many words to be drawn: ", p.Undrawn, "."),
		folded("Metrics that are the same in every row", p.Still.node()),
	}
}

func (m metricView) node() g.Node {
	var pictures []figure
	if m.Bars != nil {
		pictures = append(pictures, *m.Bars)
	}
	pictures = append(pictures, m.Effects...)
	if m.Heat != nil {
		pictures = append(pictures, *m.Heat)
	}
	var extremes g.Node
	if len(m.Extremes) > 0 {
		extremes = html.Div(html.Class("extremes"), lines(g.Map(m.Extremes, extremeView.node)))
	}
	return html.Details(html.Class("metric"), html.ID("metric-"+m.Name), g.If(m.Open, open), lines(
		html.Summary(html.H3(g.Text(m.Heading))),
		paragraph(m.Doc+". "+m.Sentence),
		figures(pictures),
		note("The mean is the same at every value of ", m.Same, "."),
		note(m.WeakText, m.Weak, "."),
		extremes,
	))
}

func (e extremeView) node() g.Node {
	return html.Div(html.Class("extreme"),
		html.H4(g.Text(e.Title+": "+e.Value)), note("", e.Equal, ""), e.Values.node(), html.Pre(html.Class("command"), g.Text(e.Command)))
}

func (p *page) load() g.Node {
	return g.Map(p.Snippets, func(s snippet) g.Node { return titled(s.Name, html.Pre(g.Text(s.Text))) })
}
