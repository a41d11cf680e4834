// Package where compiles the filter of a study: a condition on the parameters of a cell. Cells for which it is false are
// left out of the study.
package where
