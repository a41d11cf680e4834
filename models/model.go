package models

import "fmt"

// Model is one simulation that studies can name.
type Model interface {
	// Name is the study file's word for the model.
	Name() string

	// ScenarioKey is the study-file key under which a scenario of the study's own is given ("topology"), or "" if the
	// model has none.
	ScenarioKey() string

	// NewScenario returns a pointer to a zero scenario: a struct of strings, numbers, slices, maps with string keys and
	// such structs, with json tags for its keys. Without omitempty a key must be given.
	NewScenario() any

	// Spec declares parameters, metrics and rules for a scenario that NewScenario returned and the study filled in, or
	// for the model's default scenario if scenario is nil. Errors are of type ScenarioErrors.
	Spec(scenario any) (*Spec, error)
}

// ScenarioError is one thing that is wrong with a study's scenario.
type ScenarioError struct {
	Path    []string // keys and indices from the scenario's top to the place: "groups", "2", "distance"
	Message string   // a lower-case sentence with the value and the bound
}

// Error joins the path and the message.
func (e ScenarioError) Error() string {
	path := ""
	for _, p := range e.Path {
		path += p + ": "
	}
	return path + e.Message
}

// ScenarioErrors are all things that are wrong with a study's scenario, in the order of the scenario.
type ScenarioErrors []ScenarioError

// Error says the first problem and how many there are.
func (e ScenarioErrors) Error() string {
	if len(e) == 1 {
		return e[0].Error()
	}
	return fmt.Sprintf("%s (and %d more)", e[0].Error(), len(e)-1)
}
