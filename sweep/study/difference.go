package study

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// document is a resolved study, as far as differences look at it.
type document struct {
	Model  string                       `json:"model"`
	Fixed  map[string]json.RawMessage   `json:"fixed"`
	Design map[string]json.RawMessage   `json:"design"`
	Axes   []map[string]json.RawMessage `json:"axes"`
	Where  string                       `json:"where"`
	Output struct {
		Formats   []string `json:"formats"`
		PartCells int64    `json:"part_cells"`
	} `json:"output"`
	rest map[string]json.RawMessage // what is not named above: the scenario
}

// Difference says in what the resolved study now differs from the one before, as far as rows, parts and formats go, a
// line a thing: "axes: ttl_s has 60 more", "fixed: policy is weighted, was latency". It is empty if nothing does.
func Difference(before, now []byte) ([]string, error) {
	b, err := parseDocument(before)
	if err != nil {
		return nil, err
	}
	n, err := parseDocument(now)
	if err != nil {
		return nil, err
	}
	var lines []string
	if b.Model != n.Model {
		return []string{fmt.Sprintf("model: is %s, was %s", show(n.Model), show(b.Model))}, nil
	}
	for _, key := range sortedKeys(b.rest, n.rest) {
		if !bytes.Equal(b.rest[key], n.rest[key]) {
			lines = append(lines, show(key)+": is another")
		}
	}
	lines = append(lines, fixedDifference(b, n)...)
	lines = append(lines, designDifference(b, n)...)
	lines = append(lines, axesDifference(b.axes(), n.axes())...)
	if b.Where != n.Where {
		lines = append(lines, fmt.Sprintf("where: is %s, was %s", orNone(n.Where), orNone(b.Where)))
	}
	if b.Output.PartCells != n.Output.PartCells {
		lines = append(lines, fmt.Sprintf("output: part_cells is %s, was %s", orDefault(n.Output.PartCells), orDefault(b.Output.PartCells)))
	}
	if !slices.Equal(b.Output.Formats, n.Output.Formats) {
		lines = append(lines, fmt.Sprintf("output: formats is %s, was %s", strings.Join(n.Output.Formats, ", "), strings.Join(b.Output.Formats, ", ")))
	}
	return lines, nil
}

func parseDocument(text []byte) (*document, error) {
	d := &document{}
	var line bytes.Buffer // values are compared as they are written: a manifest has them indented
	if err := json.Compact(&line, text); err != nil {
		return nil, fmt.Errorf("not a resolved study: %w", err)
	}
	if err := json.Unmarshal(line.Bytes(), d); err != nil {
		return nil, fmt.Errorf("not a resolved study: %w", err)
	}
	if err := json.Unmarshal(line.Bytes(), &d.rest); err != nil {
		return nil, fmt.Errorf("not a resolved study: %w", err)
	}
	for _, key := range studyKeys {
		delete(d.rest, key)
	}
	return d, nil
}

func sortedKeys[V any](a, b map[string]V) []string {
	keys := slices.Collect(maps.Keys(a))
	for k := range b {
		if _, both := a[k]; !both {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func orDefault(n int64) string {
	if n == 0 {
		return "the default"
	}
	return fmt.Sprint(n)
}

// fixedDifference compares the parameters that both studies fix; the others show as axes.
func fixedDifference(before, now *document) []string {
	var lines []string
	for _, name := range sortedKeys(before.Fixed, now.Fixed) {
		b, n := before.Fixed[name], now.Fixed[name]
		switch {
		case b == nil && !now.onAxis(name):
			lines = append(lines, fmt.Sprintf("fixed: %s is %s, was no parameter", show(name), shown(n)))
		case n == nil && !before.onAxis(name) && !now.onAxis(name):
			lines = append(lines, fmt.Sprintf("fixed: %s is no parameter, was %s", show(name), shown(b)))
		case b != nil && n != nil && !bytes.Equal(b, n):
			lines = append(lines, fmt.Sprintf("fixed: %s is %s, was %s", show(name), shown(n), shown(b)))
		}
	}
	return lines
}

// designDifference compares the settings of designs; what they vary shows among the axes.
func designDifference(before, now *document) []string {
	if before.Design == nil || now.Design == nil {
		if b, n := designName(before), designName(now); b != n {
			return []string{fmt.Sprintf("design: is %s, was %s", n, b)}
		}
		return nil
	}
	var lines []string
	for _, key := range []string{"method", "points", "levels", "seed"} {
		if b, n := before.Design[key], now.Design[key]; !bytes.Equal(b, n) {
			lines = append(lines, fmt.Sprintf("design: %s is %s, was %s", key, orNone(shownIf(n)), orNone(shownIf(b))))
		}
	}
	return lines
}

func designName(d *document) string { return orNone(shownIf(d.Design["method"])) }

// shownIf is shown, or nothing if there is no value.
func shownIf(raw json.RawMessage) string {
	if raw == nil {
		return ""
	}
	return shown(raw)
}

// onAxis says whether an axis bears the name. Vectors and points files bear others; they show among the axes.
func (d *document) onAxis(name string) bool {
	return slices.ContainsFunc(d.Axes, func(a map[string]json.RawMessage) bool { return a[name] != nil })
}

// shown is a raw value for people: text without its quotes, a range as a study spells it.
func shown(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return show(text)
	}
	if rangePattern.Match(raw) {
		return strings.NewReplacer(`"`, "", ":", ": ", ",", ", ").Replace(string(raw))
	}
	return show(string(raw))
}

// rangePattern is an object of numbers and words: {"from":1,"count":5}.
var rangePattern = regexp.MustCompile(`^\{"[a-z]+":"?[-+.\w]+"?(,"[a-z]+":"?[-+.\w]+"?)*\}$`)

// documentAxis is a name on an axis with what it takes.
type documentAxis struct {
	name string
	raw  json.RawMessage
}

// axes lists the names on axes in row order; names that move together stand in order of the alphabet.
func (d *document) axes() []documentAxis {
	var axes []documentAxis
	for _, entry := range d.Axes {
		for _, name := range slices.Sorted(maps.Keys(entry)) {
			axes = append(axes, documentAxis{name, entry[name]})
		}
	}
	return axes
}

func axesDifference(before, now []documentAxis) []string {
	var lines, orderBefore, orderNow []string
	for _, n := range now {
		if i := slices.IndexFunc(before, func(b documentAxis) bool { return b.name == n.name }); i >= 0 {
			orderNow = append(orderNow, n.name)
			lines = append(lines, valuesDifference(n.name, before[i].raw, n.raw)...)
			continue
		}
		lines = append(lines, fmt.Sprintf("axes: %s is an axis now", show(n.name)))
	}
	for _, b := range before {
		if slices.ContainsFunc(now, func(n documentAxis) bool { return b.name == n.name }) {
			orderBefore = append(orderBefore, b.name)
			continue
		}
		lines = append(lines, fmt.Sprintf("axes: %s is no axis any more", show(b.name)))
	}
	if !slices.Equal(orderBefore, orderNow) {
		lines = append(lines, fmt.Sprintf("axes: the order is %s, was %s", strings.Join(orderNow, ", "), strings.Join(orderBefore, ", ")))
	}
	return lines
}

// valuesDifference compares what one name takes: value by value if both are lists, else as they are written.
func valuesDifference(name string, before, now json.RawMessage) []string {
	if bytes.Equal(before, now) {
		return nil
	}
	var b, n []json.RawMessage
	if json.Unmarshal(before, &b) != nil || json.Unmarshal(now, &n) != nil {
		return []string{fmt.Sprintf("axes: %s is %s, was %s", show(name), shown(now), shown(before))}
	}
	more, less := missing(n, b), missing(b, n)
	var lines []string
	if more != "" {
		lines = append(lines, fmt.Sprintf("axes: %s has %s more", show(name), more))
	}
	if less != "" {
		lines = append(lines, fmt.Sprintf("axes: %s lacks %s", show(name), less))
	}
	if lines == nil {
		lines = []string{fmt.Sprintf("axes: %s has its values in another order", show(name))}
	}
	return lines
}

// missing lists the values of a that b does not have, the first few.
func missing(a, b []json.RawMessage) string {
	const most = 8
	has := map[string]bool{}
	for _, raw := range b {
		has[string(raw)] = true
	}
	var list []string
	count := 0
	for _, raw := range a {
		if has[string(raw)] {
			continue
		}
		if count++; count <= most {
			list = append(list, shown(raw))
		}
	}
	if count > most {
		list = append(list, fmt.Sprintf("and %d others", count-most))
	}
	return strings.Join(list, ", ")
}
