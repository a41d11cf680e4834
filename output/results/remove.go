package results

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"tarama/output"
)

// Only files are removed that a manifest or a journal of ours names, the journals and the manifest themselves, and files
// under temporary names; and only through the directory's root, which no symbolic link leads out of.

// removeResults removes what the directory says it holds, the manifest and the journals last: if it stops on the way, the
// directory still says what is left.
func (d *Dir) removeResults(c *Contents) error {
	for _, p := range c.Parts {
		for format := range p.Files {
			if err := d.remove(partName(p.Number, format)); err != nil {
				return err
			}
		}
	}
	for _, in := range c.Inputs {
		if err := d.remove(inputName(in.Name)); err != nil {
			return err
		}
	}
	if c.State != Absent {
		for _, name := range []string{runName, manifestName} {
			if err := d.remove(name); err != nil {
				return err
			}
		}
	}
	for _, number := range c.journals {
		if err := d.remove(journalName(number)); err != nil {
			return err
		}
	}
	d.removeEmptyFolders()
	return syncFolder(d.root, ".")
}

// remove removes a file; it is no error if it is gone already.
func (d *Dir) remove(name string) error {
	err := d.root.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// removeTemps removes what a run left unfinished.
func (d *Dir) removeTemps(c *Contents) error {
	for _, name := range c.temps {
		if err := d.remove(name); err != nil {
			return err
		}
	}
	return nil
}

// removeJournals removes all journals, after the manifest was written or if nothing is to stay.
func (d *Dir) removeJournals() error {
	if d.journal != nil {
		if err := d.journal.close(); err != nil {
			return err
		}
		d.journal = nil
	}
	if len(d.earlier.journals) == 0 {
		return nil
	}
	for _, number := range d.earlier.journals {
		if err := d.remove(journalName(number)); err != nil {
			return err
		}
	}
	d.earlier.journals = nil
	return syncFolder(d.root, ".")
}

func (d *Dir) removeInputs() error {
	for name := range d.inputs {
		if err := d.remove(inputName(name)); err != nil {
			return err
		}
	}
	return nil
}

// removeEmptyFolders leaves folders alone that hold anything.
func (d *Dir) removeEmptyFolders() {
	for _, f := range output.Formats() {
		d.root.Remove(f.Name())
	}
	d.root.Remove(inputsFolder)
}

// makeFolders makes a directory with its parents and returns those that were not there, the outermost first.
func makeFolders(dir string) (made []string, err error) {
	info, err := os.Stat(dir)
	switch {
	case err == nil && !info.IsDir():
		return nil, &fs.PathError{Op: "mkdir", Path: dir, Err: errors.New("a file of that name exists")}
	case err == nil:
		return nil, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if parent := filepath.Dir(dir); parent != dir {
		if made, err = makeFolders(parent); err != nil {
			return made, err
		}
	}
	err = os.Mkdir(dir, 0o777)
	if errors.Is(err, fs.ErrExist) {
		return made, nil // somebody else was faster
	}
	if err != nil {
		return made, err
	}
	return append(made, dir), nil
}

// removeFolders removes directories that are empty, the innermost first, and stops at the first that is not.
func removeFolders(made []string) error {
	for i := len(made) - 1; i >= 0; i-- {
		if os.Remove(made[i]) != nil {
			return nil
		}
	}
	return nil
}
