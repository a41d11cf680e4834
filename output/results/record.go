package results

import (
	"encoding/hex"
	"fmt"
	"slices"
)

// File says what was written into a file.
type File struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// SealedPart says what was written for a part.
type SealedPart struct {
	Number    int             `json:"part"`
	FirstCell int64           `json:"first_cell"`
	EndCell   int64           `json:"end_cell"` // one beyond the last
	Rows      int64           `json:"rows"`
	Failed    int64           `json:"failed"`          // rows whose cell could not be computed
	Files     map[string]File `json:"files,omitempty"` // by format; none if there are no rows
}

// Input is a copy of an outside file that the study names.
type Input struct {
	Name string `json:"name"`
	File
}

func (f File) check() error {
	sum, err := hex.DecodeString(f.SHA256)
	if err != nil || len(sum) != 32 {
		return fmt.Errorf("sha256: %q is not 64 hexadecimal digits", f.SHA256)
	}
	if f.Bytes < 0 {
		return fmt.Errorf("bytes: %d is below 0", f.Bytes)
	}
	return nil
}

// check says whether a part that a file claims to be sealed belongs to the plan.
func (p *SealedPart) check(h *Header) error {
	if p.Number < 0 || p.Number >= h.Parts() {
		return fmt.Errorf("part %d: the plan has %d", p.Number, h.Parts())
	}
	first, end := h.cells(p.Number)
	if p.FirstCell != first || p.EndCell != end {
		return fmt.Errorf("part %d: cells %d to %d: the plan has %d to %d", p.Number, p.FirstCell, p.EndCell-1, first, end-1)
	}
	if p.Rows < 0 || p.Rows > end-first {
		return fmt.Errorf("part %d: %d rows of %d cells", p.Number, p.Rows, end-first)
	}
	if p.Failed < 0 || p.Failed > p.Rows {
		return fmt.Errorf("part %d: %d failed of %d rows", p.Number, p.Failed, p.Rows)
	}
	wanted := h.Formats
	if p.Rows == 0 {
		wanted = nil
	}
	if len(p.Files) != len(wanted) {
		return fmt.Errorf("part %d: %d files: %d rows give %d", p.Number, len(p.Files), p.Rows, len(wanted))
	}
	for format, f := range p.Files {
		if !slices.Contains(wanted, format) {
			return fmt.Errorf("part %d: a file of format %q", p.Number, format)
		}
		if err := f.check(); err != nil {
			return fmt.Errorf("part %d: %s: %w", p.Number, format, err)
		}
	}
	return nil
}

func (in *Input) check() error {
	if err := checkInputName(in.Name); err != nil {
		return err
	}
	return in.File.check()
}
