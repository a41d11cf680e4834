package study

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

func (d *draft) readOutput(top map[string]field) {
	f, given := top["output"]
	if !given {
		return
	}
	fields, ok := d.fields(f.value, "output")
	if !ok {
		return
	}
	output := d.known(fields, "output", "formats", "part_cells", "preview")
	if f, given := output["part_cells"]; given {
		d.partCells, _ = d.integer(f.value, "part_cells", 1)
		d.partsNode = f.value
	}
	if f, given := output["formats"]; given {
		d.readFormats(f.value)
	}
	if f, given := output["preview"]; given {
		d.previewNode = f.value
	}
}

func (d *draft) readFormats(n *yaml.Node) {
	known := strings.Join(d.options.Formats, ", ")
	items, ok := d.items(n, "formats", "formats: ["+known+"]")
	if !ok {
		return
	}
	if len(items) == 0 {
		d.report(n, "formats is empty, but must name at least one of "+known, "")
	}
	wanted := map[string]bool{}
	for _, item := range items {
		name, ok := d.text(item, "a format")
		switch {
		case !ok:
		case wanted[name]:
			d.report(item, "formats has "+show(name)+" twice", "")
		case !slices.Contains(d.options.Formats, name):
			d.report(item, fmt.Sprintf("there is no format %s, only %s", show(name), known), suggest(name, d.options.Formats))
		}
		wanted[name] = true
	}
	d.formats = nil
	for _, name := range d.options.Formats { // one order, whatever the file's
		if wanted[name] {
			d.formats = append(d.formats, name)
		}
	}
}
