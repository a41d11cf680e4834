package models

import (
	"fmt"
	"math"
	"strconv"
)

// Spec is everything that the rest of the program knows of a model in one scenario. Validation of studies, help,
// columns, docs and the JSON schema are all made from it; nothing about a parameter is written down twice.
type Spec struct {
	Model   string // name in the study file
	Version int    // raised whenever a row of the same parameters would come out different
	Doc     string // what is simulated, half a sentence, lower case

	Parameters []Parameter
	Vectors    []Vector
	Metrics    []Metric
	Rules      []Rule
	Cautions   []Caution
	Chance     *Chance // nil: the model draws no random numbers

	// NewKernel returns a kernel for one worker. words has an entry per parameter: for a text parameter the values
	// that its codes stand for (each already validated), else nil. Metrics of a text type use their own Words.
	NewKernel func(words [][]string) Kernel

	// Trace tells how the metrics of a cell came about; values has one per parameter. It is nil for models that have
	// nothing to tell.
	Trace func(values []Value) *Trace
}

// ShareUnit is the unit of a part of a whole, stored as a number from 0 to 1. Tables for people show it as a percentage.
const ShareUnit = "share"

// Parameter declares one input of a model.
type Parameter struct {
	Name    string // study-file key and column name
	Type    Type
	Unit    string   // "s", "1/s", "%"; empty for a pure number
	Doc     string   // what it means, half a sentence, lower case
	Default Value    // used where the study says nothing
	Bounds  Interval // of numbers
	Words   []string // Enum: what is allowed, the first is the model's default; Order, Set: the elements
	Cost    Cost     // what a change of it costs the kernel

	// Circumstance says that nobody chooses it: a failure, the demand, the quality of a network. Reports let choices compete
	// by their means over it, as over seeds; else the best choice would be that the harmless region fails. Rows do not
	// depend on it.
	Circumstance bool
}

// Cost ranks parameters by how much work a kernel repeats when the parameter changes from one cell to the next. Sweep
// evaluates the cells of a block so that cheap parameters change most often.
type Cost uint8

// The ranks, from a few operations to all of the work.
const (
	Free       Cost = iota // some arithmetic at the end
	Answers                // a part of the simulation
	Rebuild                // a table that several cells can share
	RebuildAll             // several such tables
	Generate               // all random draws
)

// Metric declares one output of a model. Any metric is null in a failed row.
type Metric struct {
	Name     string
	Type     Type // Int, Real or Enum
	Unit     string
	Doc      string
	Nullable bool     // null also where the spec says that the value does not exist
	Words    []string // Enum: every word it can take, by code
	Goal     Goal
}

// Vector names several integer parameters that a study may give as one list, such as weights: [5, 3, 2].
type Vector struct {
	Name       string
	Parameters []string
}

// Rule is a condition between parameters that no single bound can express. A cell that breaks it is a failed row, and
// the message is its error.
type Rule struct {
	Doc        string   // what must hold, half a sentence, lower case
	Parameters []string // what Check is given, in this order
	Check      func(values []Value) error
}

// Interval bounds a number. The zero Interval allows nothing but 0; use Any for no bound.
type Interval struct {
	Min, Max         float64
	OpenMin, OpenMax bool    // the end itself is not allowed
	Multiple         float64 // if not 0, the number must be a multiple of it
}

// Any is the interval without bounds.
var Any = Interval{Min: math.Inf(-1), Max: math.Inf(1)}

// Between allows min to max, ends included.
func Between(min, max float64) Interval { return Interval{Min: min, Max: max} }

// Contains says whether x is allowed. NaN and the infinities never are.
func (b Interval) Contains(x float64) bool {
	if math.IsNaN(x) || math.IsInf(x, 0) || x < b.Min || x > b.Max {
		return false
	}
	if (b.OpenMin && x == b.Min) || (b.OpenMax && x == b.Max) {
		return false
	}
	return b.Multiple == 0 || x/b.Multiple == math.Trunc(x/b.Multiple)
}

// ContainsInt says whether i is allowed. Unlike Contains it is exact where a real cannot tell neighbouring integers
// apart, beyond 2^53.
func (b Interval) ContainsInt(i int64) bool {
	x := float64(i)
	if x == b.Max && b.Max < 1<<63 && i > int64(b.Max) {
		return false
	}
	if x == b.Min && b.Min >= -1<<63 && b.Min < 1<<63 && i < int64(b.Min) {
		return false
	}
	return b.Contains(x)
}

// String prints the interval for people: "1 to 1000", "more than 0", "any".
func (b Interval) String() string {
	low, high := math.IsInf(b.Min, -1), math.IsInf(b.Max, 1)
	var s string
	switch {
	case low && high:
		s = "any"
	case high && b.OpenMin:
		s = "more than " + formatBound(b.Min)
	case high:
		s = formatBound(b.Min) + " or more"
	case low:
		s = formatBound(b.Max) + " or less"
	case b.OpenMin && b.OpenMax:
		s = fmt.Sprintf("between %s and %s, neither included", formatBound(b.Min), formatBound(b.Max))
	default:
		s = formatBound(b.Min) + " to " + formatBound(b.Max)
	}
	if b.Multiple != 0 {
		s += fmt.Sprintf(", in steps of %s", FormatReal(b.Multiple))
	}
	return s
}

// formatBound prints whole numbers with all their digits, as people write bounds.
func formatBound(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) <= 1<<53 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return FormatReal(x)
}

// Lookup returns the position of the parameter of that name, or -1.
func (s *Spec) Lookup(name string) int {
	for i := range s.Parameters {
		if s.Parameters[i].Name == name {
			return i
		}
	}
	return -1
}

// Vector returns the vector of that name, or nil.
func (s *Spec) Vector(name string) *Vector {
	for i := range s.Vectors {
		if s.Vectors[i].Name == name {
			return &s.Vectors[i]
		}
	}
	return nil
}
