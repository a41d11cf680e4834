package results

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// openRoot opens a directory. Opening a pipe in its place would wait for a writer for ever.
func openRoot(dir string) (*os.Root, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: errors.New("not a directory")}
	}
	return os.OpenRoot(dir)
}

// openPlain opens a file for reading if it is a regular one and not a symbolic link.
func openPlain(root *os.Root, name string) (*os.File, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", filepath.Join(root.Name(), name))
	}
	return root.Open(name)
}

// syncFolder flushes a folder to disk, so that files that were made, renamed or removed in it stay so.
func syncFolder(root *os.Root, name string) error {
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	err = f.Sync()
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// finally has an error of the file system name the file that was to be, and not the temporary one it is written as, of
// which nobody knows.
func finally(root *os.Root, name string, err error) error {
	if err == nil {
		return nil
	}
	final := filepath.Join(root.Name(), name)
	var file *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &file):
		return &fs.PathError{Op: file.Op, Path: final, Err: file.Err}
	case errors.As(err, &link):
		return &fs.PathError{Op: link.Op, Path: final, Err: link.Err}
	}
	return err
}

// replaceFile writes a file under a temporary name, flushes it to disk and renames it.
func replaceFile(root *os.Root, name string, content []byte) error {
	temp := tempName(name)
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return finally(root, name, err)
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = root.Rename(temp, name)
	}
	if err != nil {
		root.Remove(temp) // as good as it goes: the first error is the one that matters
		return finally(root, name, err)
	}
	return syncFolder(root, path.Dir(name))
}

// hashedFile is a file under its temporary name. Its size and SHA-256 are taken from what is written, so that it never has
// to be read for them.
type hashedFile struct {
	root  *os.Root
	name  string // the final one
	file  *os.File
	hash  hash.Hash
	bytes int64
}

func createHashed(root *os.Root, name string) (*hashedFile, error) {
	f, err := root.OpenFile(tempName(name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, finally(root, name, err)
	}
	return &hashedFile{root: root, name: name, file: f, hash: sha256.New()}, nil
}

// Write writes to the file.
func (h *hashedFile) Write(p []byte) (int, error) {
	n, err := h.file.Write(p)
	h.hash.Write(p[:n])
	h.bytes += int64(n)
	return n, finally(h.root, h.name, err)
}

// flush writes everything to disk and closes the file.
func (h *hashedFile) flush() (File, error) {
	err := h.file.Sync()
	if e := h.file.Close(); err == nil {
		err = e
	}
	return File{Bytes: h.bytes, SHA256: hex.EncodeToString(h.hash.Sum(nil))}, finally(h.root, h.name, err)
}

// seal gives the flushed file its final name.
func (h *hashedFile) seal() error {
	return finally(h.root, h.name, h.root.Rename(tempName(h.name), h.name))
}

// discard removes the file.
func (h *hashedFile) discard() error {
	h.file.Close() // it may be closed already
	return finally(h.root, h.name, h.root.Remove(tempName(h.name)))
}

// hashFile reads a file and returns what it holds.
func hashFile(root *os.Root, name string) (File, error) {
	f, err := openPlain(root, name)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	return File{Bytes: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, err
}
