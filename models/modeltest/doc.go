// Package modeltest is the conformance suite that every model passes, and the harness for golden cells.
//
// A model's own tests call Run with a Suite. Everything that the suite does follows from the model's declaration (its
// models.Spec): random cells within the bounds and rules, batches as a sweep gives them, values that must be refused.
// For a new model this is enough:
//
//	func TestConformance(t *testing.T) {
//		modeltest.Run(t, modeltest.Suite{
//			Model:     mymodel.Model{},
//			Most:      map[string]float64{"rounds": 500}, // where larger values take long
//			Reference: reference,
//		})
//	}
//
// Reference computes a cell in the slow and obvious way; the suite compares it with the kernel bit for bit. Suites hold
// for the default scenario, and for random ones where Scenarios is given.
//
// Golden compares a kernel with cells that another program computed (testdata/golden). The columns of such a file are
// parameters first, then expected metrics whose names begin with "="; an empty field is a null, and parameters without
// a column take their defaults.
package modeltest
