package modeltest

import (
	"flag"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
)

// Suite is what the conformance tests need to know of a model beside its declaration.
type Suite struct {
	Model models.Model

	// Most lowers the upper bound of parameters whose large values make a cell slow. It is for random cells only.
	Most map[string]float64

	// Scenarios draws scenarios of a study's own, as NewScenario's type. It is nil for a model without scenario; the
	// default scenario is always tested.
	Scenarios *rapid.Generator[any]

	// Reference computes a cell in the obvious way. scenario is nil for the default one. It returns nil for a cell that
	// the kernel is to fail.
	Reference func(scenario any, c Cell) Row

	// Checks is how many random inputs each property is tried on; 0 leaves it to the flag -rapid.checks.
	Checks int
}

// Row is one cell's metrics by name. A metric that it does not hold is null.
type Row map[string]models.Value

// Run runs all conformance tests of a model.
func Run(t *testing.T, s Suite) {
	t.Helper()
	s.setChecks(t)
	t.Run("declaration", s.testDeclaration)
	t.Run("scenario type", s.testScenarioType)
	t.Run("refuses what is out of bounds", s.testRefusals)
	t.Run("rules give messages", s.testRules)
	t.Run("cautions", s.testCautions)
	t.Run("equals reference", s.testReference)
	t.Run("writes every metric", s.testWritesEverything)
	t.Run("leaves other rows alone", s.testLeavesOtherRowsAlone)
	t.Run("same input same bits", s.testHistoryDoesNotMatter)
	t.Run("kernels side by side", s.testSideBySide)
	t.Run("no allocation", s.testNoAllocation)
}

// setChecks sets the flag for as long as the test runs.
func (s *Suite) setChecks(t *testing.T) {
	if s.Checks == 0 {
		return
	}
	const name = "rapid.checks"
	before := flag.Lookup(name).Value.String()
	set := func(value string) {
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	set(strconv.Itoa(s.Checks))
	t.Cleanup(func() { set(before) })
}

// check runs a property on random cells: in the default scenario, and in random ones if there are any. The default gets
// its turn in any case, as a property test of its own.
func (s *Suite) check(t *testing.T, property func(t *rapid.T, in input)) {
	t.Helper()
	t.Run("default scenario", rapid.MakeCheck(func(t *rapid.T) { property(t, s.draw(t, nil)) }))
	if s.Scenarios == nil {
		return
	}
	t.Run("random scenarios", rapid.MakeCheck(func(t *rapid.T) {
		property(t, s.draw(t, s.Scenarios.Draw(t, "scenario")))
	}))
}

// input is one random test case: cells of one scenario.
type input struct {
	scenario any
	spec     *models.Spec
	cells    []Cell
}

// draw draws cells for a scenario.
func (s *Suite) draw(t *rapid.T, scenario any) input {
	spec, err := s.Model.Spec(scenario)
	if err != nil {
		t.Fatalf("scenario %+v is refused: %v", scenario, err)
	}
	return input{scenario, spec, cells(spec, s.Most).Draw(t, "cells")}
}
