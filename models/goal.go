package models

// Goal says which values of a metric are good, if that is so whatever the study asks. Reports choose by it what to weigh and
// which cells to call the best, tables which metrics to have room for; rows do not depend on it.
type Goal uint8

// The goals.
const (
	NoGoal Goal = iota // it depends, or another metric says it better
	Less
	More
)

// String is the goal's word in tables: "less", "more", or nothing.
func (g Goal) String() string {
	switch g {
	case Less:
		return "less"
	case More:
		return "more"
	}
	return ""
}
