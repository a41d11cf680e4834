package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// lock keeps two runs out of one directory. The operating system gives it back when its holder dies, however that
// happens; the file says who the holder is. Where a file system does not carry locks between machines, two runs write
// the same bytes under the same names, and what is not whole in the end is found by its SHA-256.
//
// The lock is opened by the path of the directory, since the library knows no other way, and from then on seen through the
// open directory alone: if somebody renames that one, another run may lock the path.
type lock struct {
	root *os.Root // the directory that is locked
	file *flock.Flock
}

// holder is what the lock file says.
type holder struct {
	PID  int    `json:"pid"`
	Host string `json:"host"`
}

// takeLock locks the directory at a path, which is open. Beside the lock it returns a note if a dead process had left one.
func takeLock(dir string, root *os.Root) (*lock, string, error) {
	path := filepath.Join(dir, lockName)
	for range 100 {
		if info, err := root.Lstat(lockName); err == nil && !info.Mode().IsRegular() {
			return nil, "", fmt.Errorf("%s: not a regular file", path)
		}
		l := &lock{root: root, file: flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o666))}
		taken, err := l.file.TryLock()
		if file := new(fs.PathError); errors.As(err, &file) {
			err = &fs.PathError{Op: "lock", Path: dir, Err: file.Err}
		}
		if err != nil {
			return nil, "", err
		}
		if !taken {
			h := readHolder(root)
			return nil, "", errors.Join(&LockedError{Path: dir, PID: h.PID, Host: h.Host}, l.file.Close())
		}
		if !l.isCurrent() {
			l.file.Close() // its holder has just removed it: the lock is on a file without a name
			continue
		}
		note, err := l.sign(dir)
		if err != nil {
			return nil, "", errors.Join(err, l.release())
		}
		return l, note, nil
	}
	return nil, "", &LockedError{Path: dir}
}

// isCurrent says whether the locked file is still the one of that name in the directory.
func (l *lock) isCurrent() bool {
	mine, err := l.file.Stat()
	if err != nil {
		return false
	}
	named, err := l.root.Lstat(lockName)
	return err == nil && os.SameFile(mine, named)
}

// sign writes who holds the lock.
func (l *lock) sign(dir string) (note string, err error) {
	if h := readHolder(l.root); h.PID != 0 {
		note = fmt.Sprintf("%s: took over the lock of process %d on %s, which has ended without giving it back", dir, h.PID, h.Host)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	text, err := json.Marshal(holder{os.Getpid(), host})
	if err != nil {
		return "", err
	}
	return note, l.root.WriteFile(lockName, append(text, '\n'), 0o666)
}

// readHolder returns nobody if the file says nothing yet.
func readHolder(root *os.Root) holder {
	var h holder
	text, err := readBounded(root, lockName)
	if err != nil || json.Unmarshal(text, &h) != nil {
		return holder{}
	}
	return h
}

// release removes the file while it is still locked, so that nobody can lock it in between. A file that somebody has put
// in its place is not ours to remove.
func (l *lock) release() error {
	var err error
	if l.isCurrent() {
		err = l.root.Remove(lockName)
	}
	return errors.Join(err, l.file.Close())
}
