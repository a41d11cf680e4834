// Package report makes one page of a study's results for people who would rather look than read: what was run, which parameters
// matter, how each metric answers to them, what trades against what, and which cells are the best and the worst.
//
// # Words
//
// An axis is what a metric is drawn against: a parameter that varies, or a few that move together and have few combinations. A
// place is one spot of an axis: a value, a combination, or a bin where a parameter has too many values. The main effect of an axis
// is the mean of a metric at each of its places, over everything else that varies.
//
// A choice is a parameter that varies and that somebody chooses, a circumstance one that nobody does. Combinations of choices compete
// for the front by their means over seeds and over the circumstances that they met. The rows say what these were, whatever study
// they come from: all met the same, or each met its own, or each met one only. Then there is no mean, and the page says so.
//
// # What the bands are
//
// The strong band is the 95 % confidence interval of the mean over seeds, the same as in package summaries. The faint band holds the
// means of the middle 90 % of the seeds: what a single repetition may show. With more seeds than MaxSeedGroups, seeds are put
// together in that many groups (batch means), and there is no faint band.
//
// # How it works
//
// Package sensitivity goes through the rows to say what varies and what matters. Then three passes: survey finds the values of the
// parameters, tally adds up every metric at every place, pairs does the same for the two strongest axes of each metric.
// The front comes from package pareto. Memory depends on the places, never on the rows. The same results give the
// same bytes.
//
// # The page
//
// What the page says is gathered in a page (page.go), whose parts are plain structs of texts, tables and pictures. They turn into
// HTML by their node methods: document.go has the whole and the list of sections, sections.go what is in each, elements.go what
// they are made of. A section is added as a line in page.sections and a method. Nodes are those of the library gomponents: it
// escapes every text and attribute, and needs no templates, which look methods up by name so that the linker could leave out
// none. Nothing that comes from a study may go through g.Raw. The page has no script and asks for nothing from a network.
package report
