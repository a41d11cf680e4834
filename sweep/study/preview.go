package study

import (
	"fmt"
	"slices"

	"tarama/models"
)

// The columns that results have besides the model's parameters and metrics.
var otherColumns = []string{"cell", "status", "error"}

// readPreview checks the columns that tables for people are to show, once the model's are known.
func (d *draft) readPreview() {
	if d.previewNode == nil || d.spec == nil {
		return
	}
	items, ok := d.items(d.previewNode, "preview", "preview: [ttl_s, dropped_requests]")
	if !ok {
		return
	}
	known := columnsOf(d.spec)
	seen := map[string]bool{}
	for _, item := range items {
		name, ok := d.text(item, "a column of preview")
		switch {
		case !ok:
		case seen[name]:
			d.report(item, "preview has "+show(name)+" twice", "")
		case !slices.Contains(known, name) && !d.unsure:
			d.report(item, fmt.Sprintf("model %s has no column %s", d.spec.Model, show(name)), d.nameHint(name, known))
		}
		seen[name] = true
		d.preview = append(d.preview, name)
	}
}

func columnsOf(spec *models.Spec) []string {
	names := append([]string(nil), otherColumns...)
	for i := range spec.Parameters {
		names = append(names, spec.Parameters[i].Name)
	}
	for i := range spec.Metrics {
		names = append(names, spec.Metrics[i].Name)
	}
	return names
}
