package sweep

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"tarama/models"
	"tarama/output"
	"tarama/output/results"
	"tarama/sweep/grid"
	"tarama/sweep/study"
)

// How a plan is cut into parts when the study does not say: the size of a row group, doubled until there are few enough.
const (
	defaultPartCells = GroupRows
	maxParts         = 4096
)

// firstParameter is the position of the first parameter among the columns; the cell's number comes before it.
const firstParameter = 1

// Plan is a study laid out in parts. It costs arithmetic only: nothing in it grows with the number of cells. It is
// immutable.
type Plan struct {
	Study *study.Study

	stored    json.RawMessage // the study as the files carry it
	partCells int64
	schema    *output.Schema
	layout    *layout
}

// NewPlan lays out a study.
func NewPlan(s *study.Study) *Plan { return newPlan(s, s.Resolved) }

// asStored lays out a study that a results directory holds, with the study spelled as it is there. A manifest has it
// indented, a journal on one line; the files have it on one line.
func asStored(s *study.Study, h *results.Header) (*Plan, error) {
	var line bytes.Buffer
	if err := json.Compact(&line, h.Study); err != nil {
		return nil, fmt.Errorf("the study in the results directory: %w", err)
	}
	return newPlan(s, line.Bytes()), nil
}

func newPlan(s *study.Study, stored json.RawMessage) *Plan {
	p := &Plan{Study: s, stored: stored, partCells: partCells(s.Grid.Cells(), s.PartCells)}
	p.schema = &output.Schema{
		Columns:  columnsOf(s.Spec, s.Grid.Words(), p.distinctValues()),
		Metadata: metadataOf(p.Header()),
	}
	p.layout = p.newLayout()
	return p
}

func partCells(cells, wanted int64) int64 {
	if wanted > 0 {
		return wanted
	}
	part := int64(defaultPartCells)
	for (cells-1)/part+1 > maxParts {
		part *= 2
	}
	return part
}

// Cells is the number of cells of the study's grid, those that where leaves out included.
func (p *Plan) Cells() int64 { return p.Study.Grid.Cells() }

// PartCells is the number of cells of each part but the last.
func (p *Plan) PartCells() int64 { return min(p.partCells, p.Cells()) }

// Parts is the number of parts.
func (p *Plan) Parts() int { return int((p.Cells()-1)/p.partCells + 1) }

// Part returns the cells of a part: first up to, not including, end.
func (p *Plan) Part(number int) (first, end int64) {
	first = int64(number) * p.partCells
	return first, first + min(p.partCells, p.Cells()-first)
}

// Schema declares the columns of the results.
func (p *Plan) Schema() *output.Schema { return p.schema }

// Header is what the results directory says of the study.
func (p *Plan) Header() results.Header {
	return results.Header{
		Study:        p.stored,
		Digest:       p.Study.Digest,
		Model:        p.Study.Spec.Model,
		ModelVersion: p.Study.Spec.Version,
		Format:       output.FormatVersion,
		Formats:      p.Study.Formats,
		Cells:        p.Cells(),
		PartCells:    p.partCells,
	}
}

// metadataOf is what every file says of the study. It names no build and no time, so that any binary of the same
// versions writes the same bytes.
func metadataOf(h results.Header) []output.Pair {
	return []output.Pair{
		{Key: "tarama.study", Value: string(h.Study)},
		{Key: "tarama.digest", Value: h.Digest},
		{Key: "tarama.model", Value: h.Model},
		{Key: "tarama.model_version", Value: strconv.Itoa(h.ModelVersion)},
		{Key: "tarama.format_version", Value: strconv.Itoa(h.Format)},
	}
}

// distinctValues is, by parameter, an upper bound for the number of its values in the grid.
func (p *Plan) distinctValues() []int64 {
	g := p.Study.Grid
	values := make([]int64, len(p.Study.Spec.Parameters))
	for i := range values {
		values[i] = g.Distinct(i)
	}
	return values
}

// newLayout makes every parameter that does not vary a constant.
func (p *Plan) newLayout() *layout {
	l := &layout{columns: p.schema.Columns, constants: make([]*output.Values, len(p.schema.Columns))}
	first := p.Study.Grid.At(0)
	for i := range p.Study.Spec.Parameters {
		if !p.Study.Grid.Varies(i) {
			l.constants[firstParameter+i] = constant(first[i])
		}
	}
	return l
}

func constant(v models.Value) *output.Values {
	switch v.Type {
	case models.Int:
		return &output.Values{Constant: true, Ints: []int64{v.Int}}
	case models.Real:
		return &output.Values{Constant: true, Reals: []float64{v.Real}}
	}
	return &output.Values{Constant: true, Codes: []int32{0}} // the one word of its dictionary
}

func (p *Plan) grid() *grid.Grid  { return p.Study.Grid }
func (p *Plan) firstMetric() int  { return firstParameter + len(p.Study.Spec.Parameters) }
func (p *Plan) statusColumn() int { return p.firstMetric() + len(p.Study.Spec.Metrics) }

func (p *Plan) newKernel() models.Kernel { return p.Study.Spec.NewKernel(p.grid().Words()) }

// axisCosts is, by axis, what a step costs the kernel: as much as the dearest of the parameters that move.
func (p *Plan) axisCosts() []models.Cost {
	costs := make([]models.Cost, len(p.grid().Axes()))
	for i, axis := range p.grid().Axes() {
		for _, parameter := range axis.Parameters() {
			costs[i] = max(costs[i], p.Study.Spec.Parameters[parameter].Cost)
		}
	}
	return costs
}

// copyPoints keeps the points files of the study with the results, so that these can be audited on their own.
func (p *Plan) copyPoints(dir *results.Dir) error {
	for _, points := range p.Study.Points {
		if err := copyInput(dir, points); err != nil {
			return fmt.Errorf("keep a copy of %s: %w", points.Path, err)
		}
	}
	return nil
}

func copyInput(dir *results.Dir, points study.PointsFile) error {
	file, err := os.Open(points.Path)
	if err != nil {
		return err
	}
	defer file.Close()
	return dir.AddInput(path.Base(points.Copy), io.LimitReader(file, points.Bytes))
}

// PlanOf is the plan of the study that a results directory holds, made from the directory alone. What it holds may be no
// study, or none that this version can run: then the error is a *results.DamagedError.
func PlanOf(r *results.Results) (*Plan, error) {
	s, err := study.Parse(filepath.Join(r.Path(), "study"), r.Header().Study, study.Options{})
	if err != nil {
		problem := strings.ReplaceAll(err.Error(), "\n", "; ")
		return nil, &results.DamagedError{Path: r.Path(), Problem: "the study that it holds cannot be run: " + problem}
	}
	return asStored(s, r.Header())
}

// Varies says whether a column of the results is a parameter with more than one value.
func (p *Plan) Varies(column int) bool {
	i := column - firstParameter
	return i >= 0 && i < len(p.Study.Spec.Parameters) && p.grid().Varies(i)
}
