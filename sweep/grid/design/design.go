package design

import (
	"fmt"
	"slices"
)

// Method names a way to place points.
type Method string

// The methods, by their word in study files.
const (
	Random         Method = "random"
	LatinHypercube Method = "latin-hypercube"
	Sobol          Method = "sobol"
	Saltelli       Method = "saltelli"
	Morris         Method = "morris"
)

// Methods lists the methods in the order of the documentation.
func Methods() []Method { return []Method{Random, LatinHypercube, Sobol, Saltelli, Morris} }

// Known says whether it is one of Methods.
func (m Method) Known() bool { return slices.Contains(Methods(), m) }

// NeedsSeed says whether the method has no points without a seed. The others take one to scramble their points.
func (m Method) NeedsSeed() bool { return m != Sobol && m != Saltelli }

// MaxPoints is the most that Settings.Points may be.
const MaxPoints = int64(1) << 40

// Settings decide the points of a design.
type Settings struct {
	Method  Method
	Points  int64 // of saltelli: base points; of morris: trajectories; 1 to MaxPoints
	Levels  int64 // of morris: values that a factor takes, an even number; DefaultLevels is usual
	Seeded  bool  // whether Seed counts; see Method.NeedsSeed
	Seed    int64
	Factors int // dimensions of the cube, at least 1
}

// Design is a finite sequence of points in the unit cube. It is immutable and safe for concurrent use.
type Design interface {
	// Len is the number of points.
	Len() int64

	// At is a coordinate of a point, 0 or more and less than 1; for Morris it may be 1. Points and factors are numbered from 0.
	// It allocates nothing.
	At(point int64, factor int) float64
}

// SettingError says that a setting cannot be as it is.
type SettingError struct {
	Setting string // its key in study files: "points", "levels", "seed"
	Message string // a sentence with the value and the bound
}

func (e *SettingError) Error() string { return e.Message }

// New returns the design of the settings. An error is a *SettingError.
func New(s Settings) (Design, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	switch s.Method {
	case LatinHypercube:
		return newHypercube(s), nil
	case Sobol:
		return newSobol(s, s.Factors), nil
	case Saltelli:
		return newSaltelli(s), nil
	case Morris:
		return newMorris(s), nil
	}
	return &random{settings: s}, nil
}

func (s *Settings) check() error {
	switch {
	case !s.Method.Known():
		return &SettingError{"method", fmt.Sprintf("there is no method %q", s.Method)}
	case s.Factors < 1:
		return &SettingError{"method", "the design has no factors"}
	case s.Points < 1 || s.Points > MaxPoints:
		return &SettingError{"points", fmt.Sprintf("points is %d, but must be 1 to 2^40", s.Points)}
	case !s.Seeded && s.Method.NeedsSeed():
		return &SettingError{"method", fmt.Sprintf("%s needs a seed", s.Method)}
	case s.Method == Morris && (s.Levels < 2 || s.Levels > MaxLevels || s.Levels%2 != 0):
		return &SettingError{"levels", fmt.Sprintf("levels is %d, but must be an even number, 2 to %d", s.Levels, MaxLevels)}
	}
	if most := s.maxFactors(); s.Factors > most {
		return &SettingError{"method", fmt.Sprintf("%s has direction numbers for %d parameters, but %d vary", s.Method, most, s.Factors)}
	}
	return nil
}

// maxFactors bounds the factors of the methods that need a table.
func (s *Settings) maxFactors() int {
	switch s.Method {
	case Sobol:
		return MaxDimensions
	case Saltelli:
		return MaxDimensions / 2
	}
	return s.Factors
}
