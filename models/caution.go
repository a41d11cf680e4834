package models

// Caution is a condition between parameters under which a cell, or a comparison of cells, can be computed and yet is easily
// misread. Planning a study says so; rows do not depend on it.
type Caution struct {
	Name       string   // lower-case words joined by "-"; stable, for programs
	Doc        string   // what is so and why it misleads, a sentence, lower case
	Advice     string   // what to do about it, half a sentence, lower case
	Parameters []string // what Check or Exposure is given, in this order
	Check      func(values []Value) Verdict

	// Exposure, in place of Check, makes it a caution about comparisons: over how much the model counts in a cell, such as its
	// seconds; 0 if nothing is counted. Cells that differ in the first of Parameters and in their exposure mislead whoever
	// compares their counts.
	Exposure func(values []Value) int64

	// Whole cautions are worth a word only if no cell of the study is Fair; others, if one is Misleading.
	Whole bool
}

// Verdict is what a caution says of a cell.
type Verdict uint8

// The verdicts.
const (
	Aside      Verdict = iota // the caution has nothing to do with the cell
	Fair                      // the cell is of the kind, and fair
	Misleading                // the cell misleads
)

// Chance says how a model uses random numbers.
type Chance struct {
	Seed        string // the parameter that starts them
	Generator   string // the parameter that chooses how they are made
	Independent string // the generator whose seeds can be taken as repetitions

	// Draws says whether a cell's metrics depend on the seed, given the values of Parameters.
	Parameters []string
	Draws      func(values []Value) bool

	// Replicates says what is wrong with taking some seeds, of which there are at least two, as independent repetitions. It
	// may be given only the first of very many.
	Replicates func(generator string, seeds []int64) []Finding
}

// Finding is something that could mislead a reader of results, or of a part of them.
type Finding struct {
	Name    string // as in Caution
	Message string // what is so and why it misleads, a sentence, lower case
	Advice  string
}
