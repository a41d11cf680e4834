// Package lint finds what makes a right study misleading: seeds that are no repetitions, a parameter that changes nothing,
// a failure after the end. A lint never stops a run and changes no row.
//
// What is special to a model the model declares itself, as cautions and as its use of chance (models.Caution,
// models.Chance); this package asks them about the cells of a study. Study looks at the study alone, NoEffect computes some
// cells. LongParts is about the run and not its results: it is told how long a cell takes.
package lint

// Lint is one thing that could mislead a reader of a study's results.
type Lint struct {
	Name       string   `json:"name"`       // lower-case words joined by "-"; stable, for programs
	Message    string   `json:"message"`    // what is so and why it misleads, a sentence, lower case
	Advice     string   `json:"advice"`     // what to do about it
	Parameters []string `json:"parameters"` // that it is about
}

// String says all of it in a line.
func (l Lint) String() string { return l.Name + ": " + l.Message + " (" + l.Advice + ")" }
