package results

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"tarama/output"
)

// Results is a results directory that is being read.
type Results struct {
	path     string
	root     *os.Root
	contents *Contents
}

// Open opens a finished directory, or one that a run is filling or has left: then it has what is sealed so far. If there
// is nothing the error is fs.ErrNotExist.
func Open(dir string) (*Results, error) {
	root, err := openRoot(dir)
	if err != nil {
		return nil, err
	}
	c, err := inspect(dir, root)
	if err == nil && c.State == Absent {
		err = &fs.PathError{Op: "open", Path: dir, Err: fmt.Errorf("no results there: %w", fs.ErrNotExist)}
	}
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return &Results{path: dir, root: root, contents: c}, nil
}

// Close closes the directory.
func (r *Results) Close() error { return r.root.Close() }

// Path is the directory as Open was given it.
func (r *Results) Path() string { return r.path }

// State is Partial or Finished.
func (r *Results) State() State { return r.contents.State }

// Header says what the results are about.
func (r *Results) Header() *Header { return r.contents.Header }

// Schema returns the columns, without metadata.
func (r *Results) Schema() *output.Schema { return r.contents.Schema }

// Parts are the sealed parts by number: all of the plan if the results are finished.
func (r *Results) Parts() []SealedPart { return r.contents.Parts }

// Inputs are the copies of outside files by name.
func (r *Results) Inputs() []Input { return r.contents.Inputs }

// Notes are things that people should know: lines of journals that were left out.
func (r *Results) Notes() []string { return r.contents.Notes }

// Rows is the number of rows of all sealed parts.
func (r *Results) Rows() int64 {
	rows := int64(0)
	for _, p := range r.contents.Parts {
		rows += p.Rows
	}
	return rows
}

// Verify compares the files of a part with what was written, and returns a *DamagedError if they differ.
func (r *Results) Verify(p SealedPart, o VerifyOptions) error {
	return verifyPart(r.path, r.root, p, o)
}

// Holds says whether these are the finished results that the header is about.
func (r *Results) Holds(h Header) bool {
	return r.State() == Finished && differences(r.contents.Header, &h) == nil
}

// VerifyFile does the same for the file of a part in one format.
func (r *Results) VerifyFile(p SealedPart, format string) error {
	wanted, ok := p.Files[format]
	if !ok {
		return nil // a part without rows
	}
	return verifyFile(r.path, r.root, partName(p.Number, format), wanted, VerifyOptions{})
}

// VerifyInput does the same for a copy of an outside file.
func (r *Results) VerifyInput(in Input) error {
	return verifyFile(r.path, r.root, inputName(in.Name), in.File, VerifyOptions{})
}

// Strays are files in the folders of the formats that nothing names, relative to the directory. Who reads a whole folder
// takes them for parts.
func (r *Results) Strays() ([]string, error) { return r.contents.strays(r.root) }

// RunText is what run.json holds, or nil if there is none.
func (r *Results) RunText() ([]byte, error) {
	text, err := readBounded(r.root, runName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// OpenInput opens a copy of an outside file.
func (r *Results) OpenInput(in Input) (*os.File, error) { return openPlain(r.root, inputName(in.Name)) }

// PartPath is the file of a part in a format.
func (r *Results) PartPath(part int, format string) string {
	return filepath.Join(r.path, partName(part, format))
}

// Format is the format in which rows are read fastest: Parquet, since it can read single columns, if it is there.
func (r *Results) Format() string { return r.contents.Header.Formats[0] }

// OpenPart opens a part that has rows. The file is checked to be of these results as far as it says itself, but not to
// be unchanged: that is for Verify.
func (r *Results) OpenPart(p SealedPart, format string) (output.Reader, error) {
	f, ok := output.FormatNamed(format)
	if _, has := p.Files[format]; !ok || !has {
		return nil, fmt.Errorf("%s: part %d has no file of format %q", r.path, p.Number, format)
	}
	path := r.PartPath(p.Number, format)
	info, err := r.root.Lstat(partName(p.Number, format))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, damaged(path, "is missing")
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, damaged(path, "is not a regular file")
	}
	reader, err := f.Open(path)
	if err != nil {
		return nil, damaged(path, "cannot be read: %v", err)
	}
	if err := r.CheckPart(p, reader); err != nil {
		return nil, errors.Join(damaged(path, "%v", err), reader.Close())
	}
	return reader, nil
}

// CheckPart compares the columns and the number of rows that a part's file says it has with those that were written.
func (r *Results) CheckPart(p SealedPart, reader output.Reader) error {
	rows := int64(0)
	for _, n := range reader.Rows() {
		rows += int64(n)
	}
	if rows != p.Rows {
		return fmt.Errorf("has %d rows: %d were written", rows, p.Rows)
	}
	have, want := reader.Schema().Columns, r.contents.Schema.Columns
	if len(have) != len(want) {
		return fmt.Errorf("has %d columns: %d were written", len(have), len(want))
	}
	for i := range want {
		if d := have[i].Difference(&want[i]); d != "" {
			return fmt.Errorf("column %d, %q, is not declared as it was written: it has the %s", i+1, want[i].Name, d)
		}
	}
	return nil
}

// Selection says which rows and columns to read.
type Selection struct {
	Columns   []string // names; nil for all
	Format    string   // "" for the one that is read fastest
	FirstPart int      // parts before it are left out
}

// Slice is some consecutive rows: one row group of one part.
type Slice struct {
	Part     *SealedPart
	Group    int
	FirstRow int64         // number of its first row among the rows of all sealed parts
	Columns  []int         // the columns that were read, by position in the schema
	Table    *output.Table // as Reader.Read fills it; valid until the next step
}

// Tables gives the rows in the order of their cells, a row group at a time, with the memory for one. It stops at the first
// error.
func (r *Results) Tables(s Selection) iter.Seq2[*Slice, error] {
	return func(yield func(*Slice, error) bool) {
		columns, err := r.positions(s.Columns)
		if err != nil {
			yield(nil, err)
			return
		}
		if s.Format == "" {
			s.Format = r.Format()
		}
		slice := &Slice{Columns: columns, Table: &output.Table{}}
		for i := range r.contents.Parts {
			slice.Part = &r.contents.Parts[i]
			if slice.Part.Number < s.FirstPart || slice.Part.Rows == 0 {
				slice.FirstRow += slice.Part.Rows
				continue
			}
			if !r.partTables(slice, s.Format, yield) {
				return
			}
		}
	}
}

// partTables gives the row groups of one part and says whether to go on.
func (r *Results) partTables(s *Slice, format string, yield func(*Slice, error) bool) bool {
	reader, err := r.OpenPart(*s.Part, format)
	if err != nil {
		yield(nil, err)
		return false
	}
	defer reader.Close()
	for group, rows := range reader.Rows() {
		s.Group = group
		if err := reader.Read(group, s.Columns, s.Table); err != nil {
			yield(nil, damaged(r.PartPath(s.Part.Number, format), "cannot be read: %v", err))
			return false
		}
		if !yield(s, nil) {
			return false
		}
		s.FirstRow += int64(rows)
	}
	return true
}

// positions returns the positions of columns in the schema.
func (r *Results) positions(names []string) ([]int, error) {
	var positions []int
	if names == nil {
		for i := range r.contents.Schema.Columns {
			positions = append(positions, i)
		}
		return positions, nil
	}
	for _, name := range names {
		i := slices.IndexFunc(r.contents.Schema.Columns, func(c output.Column) bool { return c.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%s: no column %q", r.path, name)
		}
		positions = append(positions, i)
	}
	return positions, nil
}
