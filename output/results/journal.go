package results

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"tarama/output"
)

// entry is one line of a journal: the first has the description, each later one a part or an input.
type entry struct {
	Description *description `json:"journal,omitempty"`
	Part        *SealedPart  `json:"part,omitempty"`
	Input       *Input       `json:"input,omitempty"`
}

// description is what a journal is about.
type description struct {
	Header
	Columns []column `json:"columns"`
}

// journal is the record of one run, a line at a time. It is safe for use by several goroutines.
type journal struct {
	name string
	mu   sync.Mutex
	file *os.File
}

// createJournal makes a journal of a new number and writes its first line.
func createJournal(root *os.Root, number int, d *description) (*journal, error) {
	f, err := root.OpenFile(journalName(number), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	j := &journal{name: journalName(number), file: f}
	if err := j.add(entry{Description: d}); err != nil {
		f.Close()
		return nil, err
	}
	return j, syncFolder(root, ".")
}

// add appends a line and flushes it to disk.
func (j *journal) add(e entry) error {
	line, err := encodeJSON(e, "")
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.Write(line); err != nil {
		return err
	}
	return j.file.Sync()
}

func (j *journal) close() error { return j.file.Close() }

// journalContent is what a journal says.
type journalContent struct {
	description *description // nil if not even the first line was written whole
	schema      *output.Schema
	parts       []SealedPart
	inputs      []Input
	notes       []string
}

// readJournal reads a journal that a run may have left at any instant. A line that is torn or damaged is noted and left
// out: what it would have named is made again.
func readJournal(dir string, root *os.Root, name string) (*journalContent, error) {
	f, err := openPlain(root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content := &journalContent{}
	lines := bufio.NewReaderSize(io.LimitReader(f, maxManifest), 1<<16)
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		whole := err == nil
		if !whole && len(line) == 0 {
			return content, nil
		}
		problem := content.add(line, whole, number)
		if problem != nil {
			content.notes = append(content.notes, fmt.Sprintf("%s:%d: line left out: %v", filepath.Join(dir, name), number, problem))
		}
		if !whole {
			return content, nil
		}
	}
}

func (c *journalContent) add(line []byte, whole bool, number int) error {
	if !whole {
		return errors.New("it was not written to its end")
	}
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return err
	}
	switch {
	case number == 1 && e.Description != nil:
		return c.describe(e.Description)
	case c.description == nil:
		return errors.New("the journal has no first line")
	case e.Part != nil:
		if err := e.Part.check(&c.description.Header); err != nil {
			return err
		}
		c.parts = append(c.parts, *e.Part)
	case e.Input != nil:
		if err := e.Input.check(); err != nil {
			return err
		}
		c.inputs = append(c.inputs, *e.Input)
	default:
		return errors.New("neither a part nor an input")
	}
	return nil
}

func (c *journalContent) describe(d *description) error {
	if err := d.Header.check(); err != nil {
		return err
	}
	schema, err := schemaOf(d.Columns)
	if err != nil {
		return err
	}
	c.description, c.schema = d, schema
	return nil
}
