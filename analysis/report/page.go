package report

import (
	"io"
	"strings"

	"tarama/analysis/rows"
)

// page is what the page says; document.go makes HTML of it.
type page struct {
	Study      *Study
	Heading    string
	Facts      []fact
	Warnings   []string
	Swept      *table
	Fixed      *table
	Sharing    string // how shares were found
	Chance     string // what seeds have to do with them
	Stack      *figure
	NoStack    string
	Outcomes   []figure
	Failures   *table
	TradeOff   *tradeOffView
	NoTradeOff string
	Metrics    []metricView
	Still      *table
	Beyond     string
	Undrawn    string // parameters that are no axis
	Seeds      string // what bands are
	Snippets   []snippet
}

// Write makes the page. It goes through the rows several times; the errors are those of reading them, and *NoMetricError.
func Write(w io.Writer, s rows.Source, study Study, o Options) error {
	f, err := find(s, &study, &o)
	if err != nil {
		return err
	}
	return f.page().document().Render(w)
}

func (f *findings) page() *page {
	p := &page{
		Study: f.study, Heading: f.study.Title, Facts: f.facts(), NoTradeOff: f.noTradeOff,
		Sharing: f.sharing.Note, Chance: f.sharing.Seeds, Snippets: f.snippets(), Seeds: f.bandsText(), Failures: f.failureTable(), Still: f.stillTable(),
	}
	if p.Heading == "" {
		p.Heading = f.study.Name
	}
	if !f.study.Finished {
		p.Warnings = append(p.Warnings, "The run has not finished: this is about the rows so far.")
	}
	if f.study.Where != "" {
		p.Warnings = append(p.Warnings, "This is about a part of the results only: the rows where "+f.study.Where+".")
	}
	p.Swept, p.Fixed = f.parameterTables()
	var beyond []string
	for _, m := range f.beyond {
		beyond = append(beyond, f.schema[m.Column].Name)
	}
	p.Beyond, p.Undrawn = strings.Join(beyond, ", "), strings.Join(f.left, ", ")
	p.Stack, p.NoStack = f.stack(), f.noStack()
	p.Outcomes, p.TradeOff = f.outcomeFigures(), f.tradeOffView()
	for i, m := range f.varying {
		view := f.metricView(m)
		view.Open = i < OpenMetrics
		p.Metrics = append(p.Metrics, *view)
	}
	return p
}
