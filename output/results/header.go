package results

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tarama/output"
)

// Header says what a results directory is about. A journal begins with it, and the manifest holds it.
type Header struct {
	Study        json.RawMessage `json:"study"`          // as resolved: what was run, with nothing left to defaults
	Digest       string          `json:"digest"`         // of what decides the rows, as lower-case hexadecimal digits
	Model        string          `json:"model"`          // its name
	ModelVersion int             `json:"model_version"`  // raised when rows come out different
	Format       int             `json:"format_version"` // output.FormatVersion when the files were written
	Formats      []string        `json:"formats"`        // names, in the order of output.Formats
	Cells        int64           `json:"cells"`          // of the plan: numbers 0 to Cells-1, left-out ones included
	PartCells    int64           `json:"part_cells"`     // part p holds the cells from p*PartCells on
}

// MaxParts bounds how many parts a plan has: a manifest says some 500 bytes of each, and must be readable.
const MaxParts = 1 << 18

// Parts is the number of parts of the plan.
func (h *Header) Parts() int {
	if h.Cells <= 0 {
		return 0
	}
	return int((h.Cells-1)/h.PartCells) + 1
}

// cells is the range of cells of a part.
func (h *Header) cells(part int) (first, end int64) {
	first = int64(part) * h.PartCells
	return first, min(h.Cells, first+h.PartCells)
}

// check says what is wrong with a header, of a caller or of a file.
func (h *Header) check() error {
	switch {
	case h.Cells < 0:
		return fmt.Errorf("cells: %d is below 0", h.Cells)
	case h.PartCells < 1:
		return fmt.Errorf("part_cells: %d is below 1", h.PartCells)
	case h.Parts() > MaxParts:
		return fmt.Errorf("part_cells: %d gives more than %d parts", h.PartCells, MaxParts)
	case !json.Valid(h.Study):
		return fmt.Errorf("study: not JSON")
	case len(h.Formats) == 0:
		return fmt.Errorf("formats: none given")
	}
	if _, err := hex.DecodeString(h.Digest); err != nil || h.Digest == "" {
		return fmt.Errorf("digest: %q is not hexadecimal", h.Digest)
	}
	var known []string
	for _, f := range output.Formats() {
		if slices.Contains(h.Formats, f.Name()) {
			known = append(known, f.Name())
		}
	}
	if !slices.Equal(known, h.Formats) {
		return fmt.Errorf("formats: %q: each must be one of %s, once and in this order", h.Formats, strings.Join(formatNames(), ", "))
	}
	return nil
}

func formatNames() []string {
	var names []string
	for _, f := range output.Formats() {
		names = append(names, f.Name())
	}
	return names
}

// differences lists in what a stored header and the wanted one differ. Studies with the same digest may be written
// differently: their titles and the like decide no rows.
func differences(stored, wanted *Header) []Difference {
	var d []Difference
	add := func(field string, s, w any) {
		if a, b := fmt.Sprint(s), fmt.Sprint(w); a != b {
			d = append(d, Difference{field, a, b})
		}
	}
	add("the model", stored.Model, wanted.Model)
	add("the version of the model", stored.ModelVersion, wanted.ModelVersion)
	add("the version of the format", stored.Format, wanted.Format)
	add("the number of cells", stored.Cells, wanted.Cells)
	add("the number of cells a part", stored.PartCells, wanted.PartCells)
	add("the list of formats", strings.Join(stored.Formats, "+"), strings.Join(wanted.Formats, "+"))
	add("the digest", stored.Digest, wanted.Digest)
	return d
}
