package grid

import (
	"fmt"

	"tarama/models"
)

// Joint is an axis of several axes of equal length that move together.
type Joint struct {
	axes       []Axis
	parameters []int
}

// NewJoint joins axes. Unequal lengths are an error.
func NewJoint(axes []Axis) (*Joint, error) {
	j := &Joint{axes: axes}
	for _, axis := range axes {
		if axis.Len() != axes[0].Len() {
			return nil, fmt.Errorf("axes of %d and %d values cannot move together", axes[0].Len(), axis.Len())
		}
		j.parameters = append(j.parameters, axis.Parameters()...)
	}
	return j, nil
}

// Len is the length that the joined axes share.
func (j *Joint) Len() int64 { return j.axes[0].Len() }

// Parameters are those of all joined axes.
func (j *Joint) Parameters() []int { return j.parameters }

// Axes are the joined axes.
func (j *Joint) Axes() []Axis { return j.axes }

// Words is the dictionary of the joined axis that sets the parameter.
func (j *Joint) Words(parameter int) []string {
	for _, axis := range j.axes {
		if words := axis.Words(parameter); words != nil {
			return words
		}
	}
	return nil
}

// Fill fills the columns of each joined axis.
func (j *Joint) Fill(columns []models.Column, low, high int, first int64) {
	for _, axis := range j.axes {
		axis.Fill(columns, low, high, first)
	}
}
