package report

import (
	"strings"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

var lineBreak = g.Raw("\n")

// lines puts each node on a line of its own, so that the page's source can be read. Nodes that are nil, which stand for what
// there is not, take none.
func lines(nodes ...g.Node) g.Node {
	return append(eachOnALine(nodes), lineBreak)
}

func eachOnALine(nodes []g.Node) g.Group {
	var all g.Group
	for _, node := range nodes {
		switch node := node.(type) {
		case nil:
		case g.Group:
			all = append(all, eachOnALine(node)...)
		default:
			all = append(all, lineBreak, node)
		}
	}
	return all
}

// paragraph is nil without a text.
func paragraph(text string) g.Node {
	return g.If(text != "", html.P(g.Text(text)))
}

// note is a paragraph in small print: what is said, where there is something to say it of.
func note(before, text, after string) g.Node {
	return g.If(text != "", html.P(html.Class("note"), g.Text(before+text+after)))
}

// titled is nil without a node.
func titled(title string, node g.Node) g.Node {
	if node == nil {
		return nil
	}
	return g.Group{html.H3(g.Text(title)), node}
}

// folded shows its title, and the rest when asked to. It is nil without a node.
func folded(title string, node g.Node, attributes ...g.Node) g.Node {
	if node == nil {
		return nil
	}
	return html.Details(g.Group(attributes), html.Summary(g.Text(title)), node)
}

var open = g.Attr("open")

// figures are nil if there are none. One that is alone has its table beside it.
func figures(all []figure) g.Node {
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0].besides(all[0].Table.folded(html.Class("numbers"), g.If(all[0].Table.fitsBeside(all[0].Picture), open)))
	}
	return html.Div(html.Class("figures"), lines(g.Map(all, figure.node)))
}

// node is the figure with its table folded away.
func (f figure) node() g.Node {
	return html.Figure(lines(
		html.FigCaption(g.Text(f.Caption)),
		f.Picture,
		f.notes(),
		f.Table.folded(html.Class("numbers")),
	))
}

// besides is the figure with something that belongs to it on its side, where the page is wide enough: half of it would be empty.
func (f figure) besides(other g.Node) g.Node {
	return html.Figure(html.Class("alone"), lines(
		html.FigCaption(g.Text(f.Caption)),
		html.Div(lines(f.Picture, f.notes())),
		other,
	))
}

func (f figure) notes() g.Node {
	return g.Map(f.Notes, func(text string) g.Node { return note("", text, "") })
}

// folded is the table under its title.
func (t *table) folded(attributes ...g.Node) g.Node {
	if t == nil {
		return nil
	}
	return folded(t.Title, t.node(), attributes...)
}

// node is nil without a table.
func (t *table) node() g.Node {
	if t == nil {
		return nil
	}
	var head g.Node
	if len(t.Header) > 0 {
		head = html.THead(t.row(t.Header, headCell))
	}
	body := html.TBody(lines(g.Map(t.Rows, func(row []string) g.Node { return t.row(row, bodyCell) })))
	return html.Div(html.Class("scroll"), html.Table(lines(head, body)))
}

func headCell(class g.Node, name string) g.Node {
	return html.Th(html.Scope("col"), class, breakableText(name))
}

func bodyCell(class g.Node, text string) g.Node { return html.Td(class, g.Text(text)) }

// breakableText is a name in which a line may end after an underscore.
func breakableText(name string) g.Node {
	var all g.Group
	for part := range strings.SplitAfterSeq(name, "_") {
		if all != nil {
			all = append(all, html.Wbr())
		}
		all = append(all, g.Text(part))
	}
	return all
}

func (t *table) row(texts []string, cell func(class g.Node, text string) g.Node) g.Node {
	var cells g.Group
	for i, text := range texts {
		cells = append(cells, cell(g.If(t.Right[i], html.Class("number")), text))
	}
	return html.Tr(cells)
}
