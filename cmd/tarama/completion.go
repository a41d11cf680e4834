package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tarama/models"
	"tarama/models/registry"
	"tarama/output"
	"tarama/output/results"
	"tarama/sweep"
	"tarama/sweep/grid"
	"tarama/sweep/study"
)

// What the shells complete beside verbs and flags. A completion that cannot be found out completes nothing: there is
// nobody to tell why.

const noFiles = cobra.ShellCompDirectiveNoFileComp

// completeStudy completes study files.
func completeStudy(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, noFiles
	}
	return []string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt
}

// completeDir completes directories.
func completeDir(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, noFiles
	}
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completeModel completes the names of models.
func completeModel(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, noFiles
	}
	var names []string
	for _, m := range registry.All() {
		names = append(names, m.Name())
	}
	return names, noFiles
}

// completeWords completes some words.
func completeWords(words ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) { return words, noFiles }
}

// completeSet completes NAME= with the parameters of the study's model, or of all models if no study is named yet or it
// cannot be read, and then the words of an enum.
func completeSet(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	specs := specsFor(args)
	if name, _, given := strings.Cut(begun, "="); given {
		return completeValue(specs, name), noFiles
	}
	var names []string
	for _, s := range specs {
		for i := range s.Parameters {
			names = append(names, s.Parameters[i].Name+"="+"\t"+s.Parameters[i].Doc)
		}
		for _, v := range s.Vectors {
			names = append(names, v.Name+"=")
		}
	}
	slices.Sort(names)
	return slices.Compact(names), noFiles | cobra.ShellCompDirectiveNoSpace
}

func completeValue(specs []*models.Spec, name string) []string {
	for _, s := range specs {
		if p := s.Lookup(name); p >= 0 && s.Parameters[p].Type == models.Enum {
			var values []string
			for _, word := range s.Parameters[p].Words {
				values = append(values, name+"="+word)
			}
			return values
		}
	}
	return nil
}

func specsFor(args []string) []*models.Spec {
	if len(args) > 0 {
		if s, err := study.Load(args[0], study.Options{}); err == nil {
			return []*models.Spec{s.Spec}
		}
	}
	specs, err := defaultSpecs(nil)
	if err != nil {
		return nil
	}
	return specs
}

// completeColumns completes the last of a list of columns of the results directory that is named already.
func completeColumns(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	columns, err := columnsIn(args)
	if err != nil {
		return nil, noFiles
	}
	return listed(begun, columnNames(columns))
}

// completeMetrics completes the last of a list of metrics: numbers, and the share of each word of the others.
func completeMetrics(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	columns, err := columnsIn(args)
	if err != nil {
		return nil, noFiles
	}
	var numbers, shares []string
	for _, c := range columns {
		switch {
		case c.Role != output.RoleMetric:
		case isNumber(&c):
			numbers = append(numbers, c.Name)
		default:
			for _, word := range c.Words {
				shares = append(shares, c.Name+"="+word)
			}
		}
	}
	return listed(begun, append(numbers, shares...))
}

// listed are names that can follow the last comma of what was begun.
func listed(begun string, names []string) ([]string, cobra.ShellCompDirective) {
	before := begun[:strings.LastIndexByte(begun, ',')+1]
	for i := range names {
		names[i] = before + names[i]
	}
	return names, noFiles | cobra.ShellCompDirectiveNoSpace
}

// completeLevels completes the parameter of NAME=A,B, and then the levels, both of which differ.
func completeLevels(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	columns, err := columnsIn(args)
	if err != nil {
		return nil, noFiles
	}
	name, list, given := strings.Cut(begun, "=")
	if !given {
		var names []string
		for _, c := range columns {
			if c.Role == output.RoleParameter {
				names = append(names, c.Name+"=")
			}
		}
		return names, noFiles | cobra.ShellCompDirectiveNoSpace
	}
	first, _, second := strings.Cut(list, ",")
	levels := levelsIn(args[0], name)
	before, directive := name+"=", noFiles|cobra.ShellCompDirectiveNoSpace
	if second {
		levels = slices.DeleteFunc(levels, func(level string) bool { return level == first })
		before, directive = before+first+",", noFiles
	}
	for i := range levels {
		levels[i] = before + levels[i]
	}
	return levels, directive
}

// completedLevels is how many values of an axis are looked at: more are not read in a shell.
const completedLevels = 100

// levelsIn are the values that a parameter has in the study of some results, each once.
func levelsIn(dir, name string) []string {
	r, err := results.Open(dir)
	if err != nil {
		return nil
	}
	defer r.Close()
	plan, err := sweep.PlanOf(r)
	if err != nil {
		return nil
	}
	g, p := plan.Study.Grid, plan.Study.Spec.Lookup(name)
	if p < 0 || !g.Varies(p) {
		return nil
	}
	axis := g.Axes()[g.AxisOf(p)]
	rows := int(min(axis.Len(), completedLevels))
	columns := grid.NewColumns(g.Parameters(), rows)
	axis.Fill(columns, 0, rows, 0)
	var levels []string
	for row := range rows {
		if level := g.Value(columns, row, p).String(); !slices.Contains(levels, level) {
			levels = append(levels, level)
		}
	}
	return levels
}

func columnsIn(args []string) ([]output.Column, error) {
	if len(args) == 0 {
		return nil, errors.New("no directory is named yet")
	}
	contents, err := results.Inspect(args[0])
	if err != nil {
		return nil, err
	}
	if contents.Schema == nil {
		return nil, errors.New("no results there")
	}
	return contents.Schema.Columns, nil
}

// mustComplete attaches a completion to a flag that the command has.
func mustComplete(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // the flag is misspelt in our own source
	}
}
