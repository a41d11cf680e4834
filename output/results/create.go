package results

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"tarama/output"
)

// Options say how to go about what a directory holds already.
type Options struct {
	Overwrite bool // remove the results that are there, of whatever study
}

// Create makes a results directory, or goes on with one that holds part of the same study, and locks it. Nothing is
// written before the first part is sealed. It returns a *LockedError, *OtherStudyError, *ForeignError or *DamagedError,
// or the plain error of the file system.
func Create(dir string, h Header, s *output.Schema, o Options) (*Dir, error) {
	d, err := newDir(dir, h, s)
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	// A directory that is not ours gets not even a lock.
	if _, err := Inspect(dir); err != nil && asDamaged(err) == nil {
		return nil, err
	}
	if d.made, err = makeFolders(dir); err != nil {
		return nil, errors.Join(err, removeFolders(d.made))
	}
	if err := d.take(); err != nil {
		return nil, errors.Join(err, removeFolders(d.made))
	}
	if err := d.start(o); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// take opens the directory and locks it.
func (d *Dir) take() error {
	root, err := openRoot(d.path)
	if err != nil {
		return err
	}
	lock, note, err := takeLock(d.path, root)
	if err != nil {
		return errors.Join(err, root.Close())
	}
	d.root, d.lock = root, lock
	if note != "" {
		d.notes = append(d.notes, note)
	}
	return nil
}

func asDamaged(err error) *DamagedError {
	var d *DamagedError
	errors.As(err, &d)
	return d
}

func newDir(dir string, h Header, s *output.Schema) (*Dir, error) {
	if h.Format == 0 {
		h.Format = output.FormatVersion
	}
	if err := h.check(); err != nil {
		return nil, err
	}
	if err := s.Check(); err != nil {
		return nil, err
	}
	d := &Dir{path: dir, schema: s, cores: noCores{}, sealed: map[int]SealedPart{}, inputs: map[string]Input{}}
	for _, name := range h.Formats {
		f, _ := output.FormatNamed(name)
		d.formats = append(d.formats, f)
	}
	d.describe = description{Header: h, Columns: columnsOf(s)}
	return d, nil
}

// start looks at what the directory holds, now that nobody else can change it, and makes it ready to be written.
func (d *Dir) start(o Options) error {
	c, err := inspect(d.path, d.root)
	damage := asDamaged(err)
	if damage != nil {
		c, err = d.salvage(damage)
	}
	if err != nil {
		return err
	}
	if err := d.checkEarlier(c, o); err != nil {
		return err
	}
	d.notes = append(d.notes, c.Notes...)
	if err := d.removeTemps(c); err != nil {
		return err
	}
	switch {
	case o.Overwrite:
		d.earlier = &Contents{}
		return d.removeResults(c)
	case damage != nil:
		d.earlier = c
		return d.replaceManifest(c)
	}
	d.earlier = c
	if c.State == Finished {
		return d.removeJournals() // the run that wrote the manifest did not come to it
	}
	return nil
}

// checkEarlier refuses to go on with results of another study, and to write between files that nobody knows.
func (d *Dir) checkEarlier(c *Contents, o Options) error {
	if c.Header != nil && !o.Overwrite {
		if diff := differences(c.Header, &d.describe.Header); diff != nil {
			return &OtherStudyError{Path: d.path, Stored: *c.Header, Differences: diff}
		}
	}
	strays, err := c.strays(d.root)
	if err != nil {
		return err
	}
	strays = slices.DeleteFunc(strays, d.isPlanned)
	if len(strays) > 0 {
		return &ForeignError{Path: d.path, Names: strays[:min(5, len(strays))], Beside: true}
	}
	return nil
}

// isPlanned says whether a file has the name of a part of the plan. A run that ended between naming a part in its
// journal and renaming the file leaves none; one whose journal was damaged may: the part is made again in its place.
func (d *Dir) isPlanned(name string) bool {
	for _, f := range d.formats {
		if number, ok := parsePart(filepath.Base(name), f.Name()); ok && filepath.Dir(name) == f.Name() {
			return number < d.describe.Header.Parts()
		}
	}
	return false
}
