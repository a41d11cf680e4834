package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"tarama/models"
	"tarama/models/registry"
	"tarama/sweep/study"
)

func newModels() *cobra.Command {
	asJSON, file := false, ""
	cmd := &cobra.Command{
		Use:   "models [MODEL]",
		Short: "list the models, or one model's parameters and metrics",
		Long: `models lists the models, or the parameters, rules and metrics of one, and the cautions that plan and run say when they are so
of a study. With a topology or scenario of its own a study has other names and defaults: --study lists those.`,
		Example: `  tarama models
  tarama models failover
  tarama models --study study.yaml
  tarama models failover --json`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeModel,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError{fmt.Errorf("unexpected argument %q; usage: %s", args[1], cmd.UseLine())}
			}
			specs, err := chosenSpecs(args, file, cmd.Flags().Changed("study"))
			if err != nil {
				return err
			}
			switch {
			case asJSON:
				return writeModelsJSON(cmd.OutOrStdout(), specs)
			case len(specs) > 1:
				return writeModelList(cmd.OutOrStdout(), specs)
			}
			return writeModel(cmd.OutOrStdout(), specs[0])
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON for programs")
	cmd.Flags().StringVar(&file, "study", "", "the model of the study `FILE`, with the names of its own topology or scenario")
	return cmd
}

// chosenSpecs returns the declarations for a study, or the default ones.
func chosenSpecs(names []string, file string, given bool) ([]*models.Spec, error) {
	if !given {
		return defaultSpecs(names)
	}
	spec, err := study.LoadSpec(file, study.Options{})
	if err != nil {
		return nil, studyError(file, err)
	}
	if len(names) > 0 && names[0] != spec.Model {
		return nil, usageError{fmt.Errorf("%s is a study of model %s, not %s", file, spec.Model, names[0])}
	}
	return []*models.Spec{spec}, nil
}

// defaultSpecs returns the declarations of all models or of the one named, for their default scenarios.
func defaultSpecs(names []string) ([]*models.Spec, error) {
	chosen := registry.All()
	if len(names) > 0 {
		model := registry.Lookup(names[0])
		if model == nil {
			return nil, unknownModel(names[0])
		}
		chosen = []models.Model{model}
	}
	var specs []*models.Spec
	for _, model := range chosen {
		spec, err := model.Spec(nil)
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	return specs, nil
}

func unknownModel(name string) error {
	var names []string
	for _, model := range registry.All() {
		names = append(names, model.Name())
	}
	hint := ""
	if near := models.Nearest(name, names); near != "" {
		hint = fmt.Sprintf("; did you mean %s?", near)
	}
	return usageError{fmt.Errorf("there is no model %q, only %s%s", name, strings.Join(names, ", "), hint)}
}

func writeModelList(w io.Writer, specs []*models.Spec) error {
	t := table{header: []string{"model", "parameters", "metrics", "what it simulates"}, right: []bool{false, true, true, false}}
	for _, s := range specs {
		t.rows = append(t.rows, []string{s.Model, fmt.Sprint(len(s.Parameters)), fmt.Sprint(len(s.Metrics)), s.Doc})
	}
	return writeFitting(w, &t)
}

// writeModel prints a declaration: the parameters, what joins them, and the metrics.
func writeModel(w io.Writer, s *models.Spec) error {
	if _, err := io.WriteString(w, paragraph(w, fmt.Sprintf("%s (version %d): %s", s.Model, s.Version, s.Doc))+"\n"); err != nil {
		return err
	}
	if err := writeFitting(w, parameterTable(s)); err != nil {
		return err
	}
	text := "\n"
	for _, note := range notes(s) {
		text += paragraph(w, note)
	}
	if len(s.Vectors)+len(s.Rules)+len(s.Cautions) > 0 {
		text += "\n"
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	return writeFitting(w, metricTable(s))
}

// writeFitting breaks lines on a terminal, where long ones are hard to read; a program gets a row a line.
func writeFitting(w io.Writer, t *table) error {
	if isTerminal(w) {
		t.wrap(widthOf(w))
	}
	return t.writePlain(w)
}

func parameterTable(s *models.Spec) *table {
	t := &table{header: []string{"parameter", "type", "unit", "default", "allowed", "meaning"}, right: make([]bool, 6)}
	for i := range s.Parameters {
		p := &s.Parameters[i]
		t.rows = append(t.rows, []string{p.Name, p.Type.String(), p.Unit, p.Default.String(), p.Allowed(), p.Doc})
	}
	return t
}

// notes are the circumstances in one sentence, and the vectors, the rules and the cautions, a sentence each.
func notes(s *models.Spec) []string {
	var notes []string
	if names := circumstances(s); names != nil {
		notes = append(notes, "circumstances, which nobody chooses: "+strings.Join(names, ", "))
	}
	for _, v := range s.Vectors {
		notes = append(notes, fmt.Sprintf("vector: %s is a list of %s", v.Name, strings.Join(v.Parameters, ", ")))
	}
	for _, r := range s.Rules {
		notes = append(notes, "rule: "+r.Doc)
	}
	for _, c := range s.Cautions {
		notes = append(notes, fmt.Sprintf("caution %s: %s (%s)", c.Name, c.Doc, c.Advice))
	}
	return notes
}

// circumstances are the parameters that nobody chooses.
func circumstances(s *models.Spec) []string {
	var names []string
	for i := range s.Parameters {
		if s.Parameters[i].Circumstance {
			names = append(names, s.Parameters[i].Name)
		}
	}
	return names
}

func metricTable(s *models.Spec) *table {
	t := &table{header: []string{"metric", "type", "unit", "null", "better", "meaning"}, right: make([]bool, 6)}
	for i := range s.Metrics {
		m := &s.Metrics[i]
		kind, null := m.Type.String(), ""
		if m.Nullable {
			null = "may be"
		}
		if m.Type == models.Enum {
			kind = strings.Join(m.Words, ", ")
		}
		t.rows = append(t.rows, []string{m.Name, kind, m.Unit, null, m.Goal.String(), m.Doc})
	}
	return t
}

// The JSON form of a model's declaration.
type (
	modelJSON struct {
		Model      string          `json:"model"`
		Version    int             `json:"version"`
		Doc        string          `json:"doc"`
		Parameters []parameterJSON `json:"parameters"`
		Vectors    []vectorJSON    `json:"vectors"`
		Rules      []ruleJSON      `json:"rules"`
		Cautions   []cautionJSON   `json:"cautions"`
		Metrics    []metricJSON    `json:"metrics"`
	}
	parameterJSON struct {
		Name    string   `json:"name"`
		Type    string   `json:"type"`
		Unit    string   `json:"unit,omitempty"`
		Default any      `json:"default"`
		Allowed string   `json:"allowed"`
		Words   []string `json:"words,omitempty"`
		Doc     string   `json:"doc"`

		Circumstance bool `json:"circumstance,omitempty"`
	}
	vectorJSON struct {
		Name       string   `json:"name"`
		Parameters []string `json:"parameters"`
	}
	ruleJSON struct {
		Parameters []string `json:"parameters"`
		Doc        string   `json:"doc"`
	}
	cautionJSON struct {
		Name       string   `json:"name"`
		Parameters []string `json:"parameters"`
		Doc        string   `json:"doc"`
		Advice     string   `json:"advice"`
	}
	metricJSON struct {
		Name     string   `json:"name"`
		Type     string   `json:"type"`
		Unit     string   `json:"unit,omitempty"`
		Nullable bool     `json:"nullable"`
		Better   string   `json:"better,omitempty"` // less or more, whatever the study asks
		Words    []string `json:"words,omitempty"`
		Doc      string   `json:"doc"`
	}
)

func writeModelsJSON(w io.Writer, specs []*models.Spec) error {
	var all []modelJSON
	for _, s := range specs {
		m := modelJSON{
			Model: s.Model, Version: s.Version, Doc: s.Doc,
			Vectors: []vectorJSON{}, Rules: []ruleJSON{}, Cautions: []cautionJSON{},
		}
		for i := range s.Parameters {
			p := &s.Parameters[i]
			m.Parameters = append(m.Parameters, parameterJSON{
				p.Name, p.Type.String(), p.Unit, jsonValue(p.Default), p.Allowed(), p.Words, p.Doc, p.Circumstance,
			})
		}
		for _, v := range s.Vectors {
			m.Vectors = append(m.Vectors, vectorJSON{v.Name, v.Parameters})
		}
		for _, r := range s.Rules {
			m.Rules = append(m.Rules, ruleJSON{r.Parameters, r.Doc})
		}
		for _, c := range s.Cautions {
			m.Cautions = append(m.Cautions, cautionJSON{c.Name, c.Parameters, c.Doc, c.Advice})
		}
		for _, metric := range s.Metrics {
			m.Metrics = append(m.Metrics, metricJSON{
				metric.Name, metric.Type.String(), metric.Unit, metric.Nullable, metric.Goal.String(), metric.Words, metric.Doc,
			})
		}
		all = append(all, m)
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(all)
}

func jsonValue(v models.Value) any {
	switch v.Type {
	case models.Int:
		return v.Int
	case models.Real:
		return v.Real
	}
	return v.Text
}
