package main

import (
	"slices"
	"strings"
	"testing"

	"tarama/models"
	"tarama/output"
)

// Of the metrics, those with a goal have room first, then the others, then what is the same in all rows; the table has what it took
// in the order of the schema.
func TestTableHasDecisiveColumnsFirst(t *testing.T) {
	spec := &models.Spec{Metrics: []models.Metric{
		{Name: "other"}, {Name: "cost", Goal: models.Less}, {Name: "still", Goal: models.Less}, {Name: "gain", Goal: models.More},
	}}
	candidates := []output.Column{{Name: "p", Role: output.RoleParameter}}
	for _, m := range spec.Metrics {
		candidates = append(candidates, output.Column{Name: m.Name, Role: output.RoleMetric})
	}
	seen := &survey{several: map[string]bool{"p": true, "other": true, "cost": true, "gain": true}}
	const column = 6 + len(between) // the width of each
	for _, test := range []struct {
		columns int
		seen    *survey
		want    string
		left    string
	}{
		{1, seen, "p", "other cost still gain"},
		{2, seen, "p cost", "other still gain"},
		{3, seen, "p cost gain", "other still"},
		{4, seen, "p other cost gain", "still"},
		{5, seen, "p other cost still gain", ""},
		{3, nil, "p cost still", "other gain"},
		{4, nil, "p cost still gain", "other"},
	} {
		got := fitting(candidates, test.columns*column, urgency(spec, test.seen))
		if names := columnNames(got.columns); !slices.Equal(names, strings.Fields(test.want)) {
			t.Errorf("%d columns: %q, want %s", test.columns, names, test.want)
		}
		if left := columnNames(got.left); !slices.Equal(left, strings.Fields(test.left)) {
			t.Errorf("%d columns: left %q, want %s", test.columns, left, test.left)
		}
	}
}
