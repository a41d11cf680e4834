// Package sweep runs a study: it lays the grid's cells out in parts, computes them with a pool of workers, and hands
// the rows to package output.
//
//	study -> Plan -> parts -> workers: blocks of cells (evaluator) -> rows in cell order (assembly) -> sealed files
//
// The words: a cell is one combination of parameter values, known by its number. A part is a fixed range of cell
// numbers and gives one file per format; what it holds depends on the study alone. A row group is up to GroupRows rows
// of a part, the amount that is in memory at once. A block is a run of cells that a worker computes in one go; its size
// follows from how long cells take, so that a hundred slow cells keep all cores busy as well as 10^9 fast ones. Blocks
// come back in any order and are put into rows in the order of the cells, so nothing about the workers can show in the
// files.
//
// Each worker owns a part while there are parts that nobody has begun; after that workers help with the blocks of the
// parts that are still open. A cell that cannot be computed is a row with status failed, so rows always equal the plan.
package sweep
