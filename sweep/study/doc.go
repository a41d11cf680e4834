// Package study reads study files: it turns the YAML text into a grid, a model's spec and everything else that a run
// needs, or into the list of all that is wrong with it, each problem with its place, its value, what is allowed and
// what was probably meant.
//
// The words: a fixed parameter has one value in the whole study. An axis gives one or several parameters a sequence of
// values. The scenario is the part of the file that changes which parameters a model has. An override is a NAME=VALUE of
// the command line that fixes a parameter or replaces an axis. The resolved study is the same study with everything
// said (defaults, overrides) in canonical JSON, which is a study file again. The digest identifies what decides the
// rows: two studies with one digest give the same rows, whatever their titles, comments, and order of keys.
//
// No other package knows YAML.
package study
