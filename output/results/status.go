package results

import (
	"encoding/json"
	"errors"
	"io/fs"
)

// statusName is where a run says how far it is, for people who look from elsewhere. It counts as a temporary file: it
// is no part of the results, is not flushed to disk, and the next run sweeps away one that was left.
const statusName = ".status" + tempEnding

// WriteStatus says how far the run is, in a form of the caller's. A reader sees the old or the new status, never half
// of one.
func (d *Dir) WriteStatus(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	next := tempName("status-next")
	err = d.root.WriteFile(next, append(text, '\n'), 0o666)
	if err == nil {
		err = d.root.Rename(next, statusName)
	}
	return finally(d.root, ".", err)
}

// ClearStatus removes the status when the run ends.
func (d *Dir) ClearStatus() error {
	err := d.root.Remove(statusName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Holder is the process that has a results directory, or had it when it died.
type Holder struct {
	PID  int
	Host string
}

// ReadStatus reads into v what the run that has a directory last said, and says who that is. Without a run, or with one
// that has said nothing yet, v stays as it is.
func ReadStatus(dir string, v any) (Holder, error) {
	root, err := openRoot(dir)
	if err != nil {
		return Holder{}, err
	}
	defer root.Close()
	h := readHolder(root)
	text, err := root.ReadFile(statusName)
	if errors.Is(err, fs.ErrNotExist) {
		return Holder(h), nil
	}
	if err != nil {
		return Holder(h), err
	}
	return Holder(h), json.Unmarshal(text, v)
}
