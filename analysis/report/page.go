package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"tarama/analysis/rows"
)

//go:embed page.html
var pageText string

//go:embed style.css
var styleText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// page is what the template is filled with.
type page struct {
	Style      template.CSS
	Study      *Study
	Heading    string
	Facts      []fact
	Warnings   []string
	Swept      *table
	Fixed      *table
	Sharing    string // how shares were found
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
	p, err := f.page()
	if err != nil {
		return err
	}
	return pageTemplate.Execute(w, p)
}

func (f *findings) page() (*page, error) {
	p := &page{
		Style: template.CSS(styleText), Study: f.study, Heading: f.study.Title, Facts: f.facts(), NoTradeOff: f.noTradeOff,
		Sharing: f.sharing.Note, Snippets: f.snippets(), Seeds: f.bandsText(), Failures: f.failureTable(), Still: f.stillTable(),
	}
	if p.Heading == "" {
		p.Heading = f.study.Name
	}
	if !f.study.Finished {
		p.Warnings = append(p.Warnings, "The run has not finished: this is about the rows so far.")
	}
	p.Swept, p.Fixed = f.parameterTables()
	var beyond []string
	for _, m := range f.beyond {
		beyond = append(beyond, f.schema[m.Column].Name)
	}
	p.Beyond, p.Undrawn = strings.Join(beyond, ", "), strings.Join(f.left, ", ")
	var err error
	if p.Stack, err = f.stack(); err != nil {
		return nil, err
	}
	p.NoStack = f.noStack()
	if p.Outcomes, err = f.outcomeFigures(); err != nil {
		return nil, err
	}
	if p.TradeOff, err = f.tradeOffView(); err != nil {
		return nil, err
	}
	for i, m := range f.varying {
		view, err := f.metricView(m)
		if err != nil {
			return nil, err
		}
		view.Open = i < OpenMetrics
		p.Metrics = append(p.Metrics, *view)
	}
	return p, nil
}
