// Package schema writes the grammar of study files as a JSON Schema (draft 2020-12), for editors that complete and check
// while a study is being written.
//
// Names, types, bounds, words, defaults and descriptions come from the models' specs, the shape of scenarios from their Go
// types. A schema accepts whatever study.Parse accepts (a test holds it to that), but not the other way round: it cannot
// know that a grid is too large, that a rule is broken, or which parameters a scenario of a study's own brings. Where a
// study has such a scenario, names that the default does not have are let through.
package schema
