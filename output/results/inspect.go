package results

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"tarama/output"
)

// State says how far a results directory is.
type State int

// The states.
const (
	Absent   State = iota // no directory, or one in which nothing was sealed
	Partial               // journals of runs that did not end
	Finished              // a manifest
)

// String returns the state's name.
func (s State) String() string { return [...]string{"absent", "partial", "finished"}[s] }

// Contents is what a directory says of itself. Whether its files are whole is for Verify to find out.
type Contents struct {
	State  State
	Header *Header        // nil if Absent
	Schema *output.Schema // nil if Absent; without metadata
	Parts  []SealedPart   // by number; if Partial, those that were sealed so far
	Inputs []Input        // by name
	Notes  []string       // for people: what was left out of the journals, and why

	manifest *Manifest
	journals []int    // by number
	temps    []string // files that a run left unfinished
}

// Inspect looks at a directory and changes nothing. It returns a *ForeignError for one that holds other things, and a
// *DamagedError for one that cannot say what it holds.
func Inspect(dir string) (*Contents, error) {
	root, err := openRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return &Contents{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return inspect(dir, root)
}

func inspect(dir string, root *os.Root) (*Contents, error) {
	c := &Contents{}
	foreign, err := c.list(root)
	if err != nil {
		return nil, err
	}
	if c.manifest, err = readManifest(dir, root); err != nil {
		return nil, err
	}
	if c.manifest != nil {
		return c, c.useManifest()
	}
	if err := c.useJournals(dir, root); err != nil {
		return nil, err
	}
	if c.State == Absent && len(foreign) > 0 && len(c.journals) > 0 {
		return nil, damaged(filepath.Join(dir, journalName(c.journals[0])), "does not say what it is the journal of")
	}
	if c.State == Absent && len(foreign) > 0 && !slices.ContainsFunc(foreign, isForeign) {
		return nil, damaged(filepath.Join(dir, manifestName), "is missing, so that nothing vouches for the files beside it")
	}
	if c.State == Absent && len(foreign) > 0 {
		return nil, &ForeignError{Path: dir, Names: foreign[:min(5, len(foreign))]}
	}
	return c, nil
}

// isForeign says whether a file has a name that no file of ours has.
func isForeign(name string) bool {
	folder, file := path.Split(name)
	folder = strings.TrimSuffix(folder, "/")
	if folder == "" {
		return file != runName
	}
	if folder == inputsFolder {
		return false
	}
	_, isPart := parsePart(file, folder)
	return !isPart
}

// list notes the journals and the unfinished files, and returns what would be foreign if there were no results here.
func (c *Contents) list(root *os.Root) (foreign []string, err error) {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		number, isJournal := parseJournal(e.Name())
		switch {
		case isJournal:
			c.journals = append(c.journals, number)
		case isFolder(e.Name()):
			names, err := c.listFolder(root, e)
			if err != nil {
				return nil, err
			}
			foreign = append(foreign, names...)
		case tempPattern.MatchString(e.Name()):
			c.temps = append(c.temps, e.Name())
		case e.Name() != lockName && e.Name() != manifestName:
			foreign = append(foreign, e.Name())
		}
	}
	slices.Sort(c.journals)
	return foreign, nil
}

func (c *Contents) listFolder(root *os.Root, folder fs.DirEntry) (foreign []string, err error) {
	if !folder.IsDir() {
		return nil, fmt.Errorf("%s: not a folder, where one of the results' own is wanted", filepath.Join(root.Name(), folder.Name()))
	}
	entries, err := fs.ReadDir(root.FS(), folder.Name())
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := path.Join(folder.Name(), e.Name())
		if tempPattern.MatchString(e.Name()) {
			c.temps = append(c.temps, name)
		} else {
			foreign = append(foreign, name)
		}
	}
	return foreign, nil
}

func (c *Contents) useManifest() (err error) {
	c.State, c.Header, c.Parts, c.Inputs = Finished, &c.manifest.Header, c.manifest.Parts, c.manifest.Inputs
	c.Schema, err = c.manifest.Schema()
	return err
}

// useJournals joins the journals of several runs. They must be about the same; where two name the same part, the later
// one counts.
func (c *Contents) useJournals(dir string, root *os.Root) error {
	parts, inputs := map[int]SealedPart{}, map[string]Input{}
	for _, number := range c.journals {
		j, err := readJournal(dir, root, journalName(number))
		if err != nil {
			return err
		}
		c.Notes = append(c.Notes, j.notes...)
		if j.description == nil {
			continue
		}
		if c.Header == nil {
			c.State, c.Header, c.Schema = Partial, &j.description.Header, j.schema
		} else if d := differences(c.Header, &j.description.Header); d != nil {
			return damaged(filepath.Join(dir, journalName(number)), "is of another study than the journal before: %s is %s and not %s",
				d[0].Field, d[0].Wanted, d[0].Stored)
		}
		for _, p := range j.parts {
			parts[p.Number] = p
		}
		for _, in := range j.inputs {
			inputs[in.Name] = in
		}
	}
	for _, number := range slices.Sorted(maps.Keys(parts)) {
		c.Parts = append(c.Parts, parts[number])
	}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		c.Inputs = append(c.Inputs, inputs[name])
	}
	return nil
}
