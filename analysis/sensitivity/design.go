package sensitivity

import (
	"encoding/json"
	"fmt"
	"slices"

	"tarama/output/results"
)

// Method is how a sampling design places its points, by its word in study files.
type Method string

// The methods.
const (
	Random         Method = "random"
	LatinHypercube Method = "latin-hypercube"
	Sobol          Method = "sobol"
	Saltelli       Method = "saltelli"
	Morris         Method = "morris"
)

// Sampling is the sampling design of a study. The cells of a study are the points of its design in order, each crossed with
// the other axes: cell c belongs to point c / Inner.
type Sampling struct {
	Method     Method
	Base       int64    // points; of saltelli: base points, of morris: trajectories
	Levels     int64    // of morris
	Parameters []string // that the design varies, in its order
	Inner      int64    // cells a point
}

// Block is the number of points that belong together: those of one base point or trajectory, else one.
func (s *Sampling) Block() int64 {
	switch s.Method {
	case Saltelli:
		return int64(len(s.Parameters)) + 2
	case Morris:
		return int64(len(s.Parameters)) + 1
	}
	return 1
}

// SamplingOf reads the sampling design from what a results directory says of its study. It is nil for a grid.
func SamplingOf(h *results.Header) (*Sampling, error) {
	var study struct {
		Design *struct {
			Method     Method   `json:"method"`
			Points     int64    `json:"points"`
			Levels     int64    `json:"levels"`
			Parameters []string `json:"parameters"`
		} `json:"design"`
	}
	if err := json.Unmarshal(h.Study, &study); err != nil {
		return nil, fmt.Errorf("the study in the results: %w", err)
	}
	d := study.Design
	if d == nil {
		return nil, nil
	}
	s := &Sampling{Method: d.Method, Base: d.Points, Levels: d.Levels, Parameters: d.Parameters}
	return s, s.setInner(h.Cells)
}

// setInner finds the cells a point, and refuses what does not fit together.
func (s *Sampling) setInner(cells int64) error {
	switch {
	case !slices.Contains([]Method{Random, LatinHypercube, Sobol, Saltelli, Morris}, s.Method):
		return fmt.Errorf("the study's design has the method %q, which is not known here", s.Method)
	case len(s.Parameters) == 0 || len(s.Parameters) > maxFactors:
		return fmt.Errorf("the study's design varies %d parameters: 1 to %d are possible", len(s.Parameters), maxFactors)
	case s.Method == Morris && s.Levels < 2:
		return fmt.Errorf("the study's design has %d levels: morris needs 2 or more", s.Levels)
	case s.Base < 1 || s.Base > cells/s.Block() || cells%(s.Base*s.Block()) != 0:
		return fmt.Errorf("the study's design has %d points, which do not make %d cells", s.Base, cells)
	}
	s.Inner = cells / (s.Base * s.Block())
	return nil
}

// maxFactors bounds what a results directory may claim.
const maxFactors = 1 << 12
