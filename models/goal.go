package models

// Goal says which values of a metric are good, if that is so whatever the study asks. Reports choose by it what to weigh and
// which cells to call the best; rows do not depend on it.
type Goal uint8

// The goals.
const (
	NoGoal Goal = iota // it depends, or another metric says it better
	Less
	More
)
