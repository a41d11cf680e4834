package results

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"tarama/output"
)

// VerifyOptions say how closely to look at files.
type VerifyOptions struct {
	SizeOnly bool // do not read the files: a changed byte goes unnoticed
}

// verifyPart compares the files of a part with what was written. It returns a *DamagedError for the first that differs.
func verifyPart(dir string, root *os.Root, p SealedPart, o VerifyOptions) error {
	for _, f := range output.Formats() {
		if wanted, ok := p.Files[f.Name()]; ok {
			if err := verifyFile(dir, root, partName(p.Number, f.Name()), wanted, o); err != nil {
				return err
			}
		}
	}
	return nil
}

func verifyFile(dir string, root *os.Root, name string, wanted File, o VerifyOptions) error {
	path := filepath.Join(dir, name)
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return damaged(path, "is missing")
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return damaged(path, "is not a regular file")
	case info.Size() != wanted.Bytes:
		return damaged(path, "has %d bytes: %d were written", info.Size(), wanted.Bytes)
	case o.SizeOnly:
		return nil
	}
	found, err := hashFile(root, name)
	if err != nil {
		return err
	}
	if found != wanted {
		return damaged(path, "was changed: its SHA-256 is %s, written was %s", found.SHA256, wanted.SHA256)
	}
	return nil
}

// Strays are files in the folders of the formats that nothing in the directory names, relative to it.
func (c *Contents) strays(root *os.Root) ([]string, error) {
	var strays []string
	for _, f := range output.Formats() {
		entries, err := fs.ReadDir(root.FS(), f.Name())
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			number, ok := parsePart(e.Name(), f.Name())
			named := ok && slices.ContainsFunc(c.Parts, func(p SealedPart) bool { return p.Number == number })
			if !named && !tempPattern.MatchString(e.Name()) {
				strays = append(strays, filepath.Join(f.Name(), e.Name()))
			}
		}
	}
	return strays, nil
}
