package results

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"tarama/output"
)

// Part is a part that is being written: one file in every format, under temporary names until it is sealed. One goroutine
// writes a part; any number of parts may be written side by side.
type Part struct {
	dir   *Dir
	part  SealedPart
	files []*partFile // none before the first rows
	err   error       // the first error of writing
	done  bool        // sealed or aborted
}

// partFile is a part in one format.
type partFile struct {
	format output.Format
	file   *hashedFile
	buffer *bufio.Writer
	writer output.Writer
}

// NewPart begins a part. Its cells must be those of the plan. Nothing is written before its first rows.
func (d *Dir) NewPart(number int, firstCell, endCell int64) (*Part, error) {
	p := SealedPart{Number: number, FirstCell: firstCell, EndCell: endCell}
	if err := p.check(&d.describe.Header); err != nil {
		return nil, fmt.Errorf("%s: %w", d.path, err)
	}
	return &Part{dir: d, part: p}, nil
}

// Write appends a table as one row group in every format. The table may be used again afterwards.
func (p *Part) Write(t *output.Table) error {
	if p.done {
		return fmt.Errorf("%s: part %d was sealed or aborted already", p.dir.path, p.part.Number)
	}
	if p.err == nil && t.Rows > 0 {
		p.err = p.write(t)
	}
	return p.err
}

// AddFailed counts rows of those written as failed.
func (p *Part) AddFailed(rows int64) { p.part.Failed += rows }

func (p *Part) write(t *output.Table) error {
	if p.files == nil {
		if err := p.create(); err != nil {
			return err
		}
	}
	err := p.each(p.dir.cores, func(f *partFile) error { return f.writer.Write(t) })
	p.part.Rows += int64(t.Rows)
	return err
}

func (p *Part) create() error {
	for _, format := range p.dir.formats {
		if err := p.dir.makeFolder(format.Name()); err != nil {
			return err
		}
		h, err := createHashed(p.dir.root, partName(p.part.Number, format.Name()))
		if err != nil {
			return err
		}
		f := &partFile{format: format, file: h, buffer: bufio.NewWriterSize(h, 1<<16)}
		p.files = append(p.files, f)
		if f.writer, err = format.NewWriter(f.buffer, p.dir.schema); err != nil {
			return fmt.Errorf("%s: %w", partName(p.part.Number, format.Name()), err)
		}
	}
	return nil
}

// each calls a function for every format, side by side if there are cores, and returns the first error in the order of the
// formats.
func (p *Part) each(cores Cores, do func(f *partFile) error) error {
	errs := make([]error, len(p.files))
	var group sync.WaitGroup
	for i, f := range p.files {
		if i == len(p.files)-1 || !cores.Borrow() {
			errs[i] = do(f)
			continue
		}
		group.Go(func() {
			defer cores.Return()
			errs[i] = do(f)
		})
	}
	group.Wait()
	for i, err := range errs {
		if named := new(fs.PathError); errors.As(err, &named) {
			return err
		}
		if err != nil {
			return fmt.Errorf("%s: %w", partName(p.part.Number, p.files[i].format.Name()), err)
		}
	}
	return nil
}

// Seal ends the files, flushes them to disk, enters the part in the journal, and gives the files their names. After an
// error the part is aborted.
func (p *Part) Seal() (SealedPart, error) {
	if p.done {
		return SealedPart{}, fmt.Errorf("%s: part %d was sealed or aborted already", p.dir.path, p.part.Number)
	}
	if p.err == nil {
		p.err = p.seal()
	}
	if p.err != nil {
		return SealedPart{}, errors.Join(p.err, p.Abort())
	}
	p.done = true
	p.dir.mu.Lock()
	p.dir.sealed[p.part.Number] = p.part
	p.dir.mu.Unlock()
	return p.part, nil
}

func (p *Part) seal() error {
	if p.files != nil {
		if err := p.end(); err != nil {
			return err
		}
	}
	if err := p.part.check(&p.dir.describe.Header); err != nil {
		return fmt.Errorf("%s: %w", p.dir.path, err)
	}
	// Ahead of the renaming, so that every file with a final name is named by a journal.
	if err := p.dir.enter(entry{Part: &p.part}); err != nil {
		return err
	}
	for _, f := range p.files {
		if err := f.file.seal(); err != nil {
			return err
		}
		if err := syncFolder(p.dir.root, f.format.Name()); err != nil {
			return err
		}
	}
	return nil
}

// end closes the writers and flushes the files to disk, side by side.
func (p *Part) end() error {
	ended := make([]File, len(p.files))
	index := map[*partFile]int{}
	for i, f := range p.files {
		index[f] = i
	}
	err := p.each(waiting{}, func(f *partFile) (err error) {
		if err := f.writer.Close(); err != nil {
			return err
		}
		if err := f.buffer.Flush(); err != nil {
			return err
		}
		ended[index[f]], err = f.file.flush()
		return err
	})
	p.part.Files = map[string]File{}
	for i, f := range p.files {
		p.part.Files[f.format.Name()] = ended[i]
	}
	return err
}

// Abort removes the part's temporary files. It does nothing to a sealed part.
func (p *Part) Abort() error {
	if p.done {
		return nil
	}
	p.done = true
	var err error
	for _, f := range p.files {
		if e := f.file.discard(); err == nil {
			err = e
		}
	}
	return err
}
