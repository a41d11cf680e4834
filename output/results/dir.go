package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"

	"tarama/output"
)

// Dir is a results directory that this process is writing. Its methods are safe for use by several goroutines, except
// Finish and Close, which come last.
type Dir struct {
	path     string
	root     *os.Root
	lock     *lock
	made     []string // directories that Create made, the outermost first
	schema   *output.Schema
	formats  []output.Format
	describe description
	earlier  *Contents
	notes    []string
	cores    Cores

	mu      sync.Mutex
	journal *journal           // nil until there is something to enter
	sealed  map[int]SealedPart // kept or sealed in this run
	inputs  map[string]Input
}

// Path is the directory.
func (d *Dir) Path() string { return d.path }

// Header is what the directory is about.
func (d *Dir) Header() *Header { return &d.describe.Header }

// Notes are things that people should know: a lock that was taken over, lines of journals that were left out.
func (d *Dir) Notes() []string { return d.notes }

// Finished says whether there was a manifest when the directory was opened.
func (d *Dir) Finished() bool { return d.earlier.State == Finished }

// Earlier are the parts of earlier runs, by number. They count only once Keep was called for them.
func (d *Dir) Earlier() []SealedPart { return d.earlier.Parts }

// Verify compares the files of an earlier part with what was written, and returns a *DamagedError if they differ.
func (d *Dir) Verify(p SealedPart, o VerifyOptions) error { return verifyPart(d.path, d.root, p, o) }

// Keep takes an earlier part over as it is.
func (d *Dir) Keep(p SealedPart) error {
	for i := range d.earlier.Parts {
		if d.earlier.Parts[i].Number == p.Number {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.sealed[p.Number] = d.earlier.Parts[i]
			return nil
		}
	}
	return fmt.Errorf("%s: part %d is not of an earlier run", d.path, p.Number)
}

// begin makes the journal of this run if there is none yet.
func (d *Dir) begin() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.journal != nil {
		return nil
	}
	number := 1
	if n := len(d.earlier.journals); n > 0 {
		number = d.earlier.journals[n-1] + 1
	}
	j, err := createJournal(d.root, number, &d.describe)
	if err != nil {
		return err
	}
	d.journal = j
	d.earlier.journals = append(d.earlier.journals, number)
	return nil
}

// enter appends to the journal of this run.
func (d *Dir) enter(e entry) error {
	if err := d.begin(); err != nil {
		return err
	}
	return d.journal.add(e)
}

// AddInput copies an outside file that the study names, so that the directory can be audited alone. name is a plain file
// name.
func (d *Dir) AddInput(name string, from io.Reader) error {
	if err := checkInputName(name); err != nil {
		return err
	}
	if err := d.makeFolder(inputsFolder); err != nil {
		return err
	}
	h, err := createHashed(d.root, inputName(name))
	if err != nil {
		return err
	}
	_, err = io.Copy(h, from)
	file, e := h.flush()
	if err == nil {
		err = e
	}
	in := Input{Name: name, File: file}
	if err == nil {
		err = d.enter(entry{Input: &in})
	}
	if err == nil {
		err = h.seal()
	}
	if err != nil {
		return errors.Join(err, h.discard())
	}
	d.mu.Lock()
	d.inputs[name] = in
	d.mu.Unlock()
	return syncFolder(d.root, inputsFolder)
}

// makeFolder makes a folder in the directory if it is not there.
func (d *Dir) makeFolder(name string) error {
	err := d.root.Mkdir(name, 0o777)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return syncFolder(d.root, ".")
}

// WriteRun writes run.json: what may differ between two runs of the same study.
func (d *Dir) WriteRun(v any) error {
	text, err := encodeJSON(v, "  ")
	if err != nil {
		return err
	}
	return replaceFile(d.root, runName, text)
}

// ManifestStands says whether the manifest of a finished directory is, byte for byte, what Finish would write.
func (d *Dir) ManifestStands() (bool, error) {
	m, err := d.manifest()
	if err != nil {
		return false, err
	}
	text, err := m.encode()
	if err != nil {
		return false, err
	}
	stored, err := readBounded(d.root, manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && bytes.Equal(text, stored), err
}

// Finish writes the manifest and removes the journals. Every part of the plan must have been kept or sealed. It returns a
// *ChangedError if a file of one is not there any more, or not with its size.
func (d *Dir) Finish() (*Manifest, error) {
	m, err := d.manifest()
	if err != nil {
		return nil, err
	}
	text, err := m.encode()
	if err != nil {
		return nil, err
	}
	if _, err := decodeManifest(text); err != nil {
		return nil, fmt.Errorf("%s: the manifest would not be readable: %w", d.path, err)
	}
	if err := d.checkSizes(m); err != nil {
		return nil, err
	}
	if err := replaceFile(d.root, manifestName, text); err != nil {
		return nil, err
	}
	return m, d.removeJournals()
}

// checkSizes looks once more for the files that a manifest vouches for: a run takes hours, in which somebody may tidy up.
func (d *Dir) checkSizes(m *Manifest) error {
	var err error
	for i := 0; i < len(m.Parts) && err == nil; i++ {
		err = verifyPart(d.path, d.root, m.Parts[i], VerifyOptions{SizeOnly: true})
	}
	for i := 0; i < len(m.Inputs) && err == nil; i++ {
		in := m.Inputs[i]
		err = verifyFile(d.path, d.root, inputName(in.Name), in.File, VerifyOptions{SizeOnly: true})
	}
	if damage := asDamaged(err); damage != nil {
		return &ChangedError{damage}
	}
	return err
}

func (d *Dir) manifest() (*Manifest, error) {
	m := &Manifest{Header: d.describe.Header, Columns: d.describe.Columns, Parts: []SealedPart{}}
	for number := range m.Header.Parts() {
		p, ok := d.sealed[number]
		if !ok {
			return nil, fmt.Errorf("%s: part %d of %d is not sealed", d.path, number, m.Header.Parts())
		}
		m.Parts = append(m.Parts, p)
		m.Rows += p.Rows
	}
	for _, in := range d.earlier.Inputs {
		if _, ok := d.inputs[in.Name]; !ok {
			d.inputs[in.Name] = in
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.inputs)) {
		m.Inputs = append(m.Inputs, d.inputs[name])
	}
	return m, nil
}

// Close gives the lock back. What was sealed stays and can be gone on with; if nothing was, nothing stays.
func (d *Dir) Close() error {
	var err error
	if d.journal != nil {
		err = d.journal.close()
		d.journal = nil
	}
	if d.earlier != nil && d.earlier.State == Absent && len(d.sealed) == 0 {
		err = errors.Join(err, d.removeInputs(), d.removeJournals())
		d.removeEmptyFolders()
	}
	err = errors.Join(err, d.lock.release(), d.root.Close())
	if len(d.sealed) == 0 {
		err = errors.Join(err, removeFolders(d.made))
	}
	return err
}
