package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"tarama/analysis/report/chart"
)

// reportedAxis is one name on an axis of a resolved study.
type reportedAxis struct {
	name  string
	entry json.RawMessage
}

// reportedAxes are the names on the axes in the order of the study, which maps would lose.
func reportedAxes(study json.RawMessage) []reportedAxis {
	var resolved struct {
		Axes []json.RawMessage `json:"axes"`
	}
	if json.Unmarshal(study, &resolved) != nil {
		return nil // the plan was read from the same text, so it has axes of the known form
	}
	var all []reportedAxis
	for _, axis := range resolved.Axes {
		d := json.NewDecoder(bytes.NewReader(axis))
		if _, err := d.Token(); err != nil {
			continue
		}
		for d.More() {
			name, err := d.Token()
			text, ok := name.(string)
			var entry json.RawMessage
			if err != nil || !ok || d.Decode(&entry) != nil {
				break
			}
			all = append(all, reportedAxis{text, entry})
		}
	}
	return all
}

// rangeForm is how a study writes a range.
type rangeForm struct {
	From  *float64 `json:"from"`
	To    *float64 `json:"to"`
	Scale string   `json:"scale"`
}

// form is the axis as a range; it has no ends if it is a list.
func (a *reportedAxis) form() rangeForm {
	var form rangeForm
	if json.Unmarshal(a.entry, &form) != nil {
		return rangeForm{}
	}
	return form
}

// spacedByRatio are the parameters whose axis the study gives as a range with scale: log.
func spacedByRatio(axes []reportedAxis) []string {
	var names []string
	for i := range axes {
		if axes[i].form().Scale == "log" {
			names = append(names, axes[i].name)
		}
	}
	return names
}

// designRanges are the ranges that a sampling design draws from, by parameter, in words.
func designRanges(axes []reportedAxis) map[string]string {
	ranges := map[string]string{}
	for i := range axes {
		if form := axes[i].form(); form.From != nil && form.To != nil {
			text := fmt.Sprintf("%s to %s", chart.Number(*form.From), chart.Number(*form.To))
			if form.Scale == "log" {
				text += " by ratios"
			}
			ranges[axes[i].name] = text
		}
	}
	return ranges
}

func axisNames(axes []reportedAxis) []string {
	var names []string
	for i := range axes {
		names = append(names, axes[i].name)
	}
	return names
}
