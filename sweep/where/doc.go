// Package where compiles the filter of a study: a condition on the parameters of a cell. Cells for which it is false are
// left out of the study.
//
// # Language
//
// A condition is made of parameters by name, numbers, strings, true and false, and of these operators, weakest first:
//
//	or ||                     either condition; the right one is not looked at if the left one is true
//	and &&                    both conditions; the right one is not looked at if the left one is false
//	== != < <= > >=           numbers; == and != also words and conditions; a < b < c means a < b and b < c
//	in, not in                a list [1, 2.5] or ["a", "b"], or, of integers, a range 1..9 with both ends
//	+ -                       numbers
//	not !                     a condition: put it in parentheses
//	* / %                     numbers; % integers, with the sign of the left one
//	** ^                      a number to the power of an integer
//
// An operation on two integers gives an integer, except for /, which gives a real; a real beside an integer makes both
// real. Words are compared as a whole, and a word that the parameter can never have is an error, since it is misspelt.
//
// # Conditions without a value
//
// Division by zero, integers beyond 64 bits and reals beyond float64 leave a condition without a value. Such a condition
// is an error of the study: Compile evaluates it for every combination of the values of the parameters that it
// mentions. Where these are more than grid.MaxCombinations it looks at a sample, and what the sample misses shows when
// the cells are run: a cell without a value is not left out but fails with a message, the same on every run.
//
// A condition on results leaves such rows out and counts them, since they are there already and the others may be asked for.
// Only what has no value whatever the row, an operation on numbers alone, is an error there.
//
// # Cost
//
// The grammar is that of the library expr, of which we use the tokens and the table of operators; our own parser makes trees of
// them, and a property test compares it with the library's. What the grammar can express beyond the operators above is refused,
// so that a condition cannot loop, call anything or allocate: it is a tree of closures over the columns of a block, one per
// operator. The outcome per combination is remembered, so that a run looks it up.
package where
