package study

import (
	"io"

	"tarama/models"
	"tarama/sweep/grid"
	"tarama/sweep/grid/design"
	"tarama/sweep/where"
)

// Study is a study file that was read and found right. It is immutable.
type Study struct {
	Name  string // letters, digits, . _ -
	Title string // may be empty

	Model models.Model
	Spec  *models.Spec // for the scenario of the study
	Grid  *grid.Grid
	Rules *grid.Rules   // some of its cells may break rules between parameters: these become failed rows
	Where *where.Filter // nil: no cell is left out

	// Design says what the grid's first axis is if a sampling design makes its points; nil for a grid of lists and ranges.
	Design *Design

	Formats   []string // names of output formats, at least one
	Preview   []string // columns that tables for people show; nil: the program chooses
	PartCells int64    // cells a part; 0: as the program likes
	Points    []PointsFile
	Warnings  Problems // things to tell the user that do not stop a run

	// Resolved is the study with overrides applied, in canonical JSON: a study file that Parse reads back to an equal
	// study. Points files are named as in Points[i].Copy.
	Resolved []byte

	// Digest is the SHA-256, in lower-case hex, of what decides the rows and how they are cut into parts. Name, title
	// and output formats do not count, nor how values are spelled; a points file counts by its bytes.
	Digest string
}

// Cells is the number of cells of the study: those of the grid that its condition does not leave out. It is an estimate if
// not exact.
func (s *Study) Cells() (cells int64, exact bool) {
	if s.Where == nil {
		return s.Grid.Cells(), true
	}
	return s.Where.Kept()
}

// Design is a sampling design over some parameters.
type Design struct {
	design.Settings
	Parameters []string // what it varies, in the order of its dimensions
	Total      int64    // points of the axis: more than Settings.Points where a method makes several of each
}

// PointsFile is a points file that an axis was read from.
type PointsFile struct {
	Path   string // as it can be opened from here: relative paths in a study are relative to the study file
	Copy   string // the slash-separated relative name under which the results directory keeps it, and which Resolved uses
	Digest string // SHA-256 of the content, in lower-case hex
	Bytes  int64
	Points int64
}

// Options say what a study may refer to.
type Options struct {
	Models    []models.Model // what `model` can name; nil for all of the registry
	Formats   []string       // what `output: {formats}` can name, and its default; nil for parquet and arrow
	Overrides []string       // NAME=VALUE of the command line, in order

	// Open opens a points file by its path as Load resolved it; nil for the file system.
	Open func(path string) (io.ReadCloser, error)
}
