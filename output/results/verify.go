package results

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

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
	file := filepath.Join(dir, name)
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return damaged(file, "is missing")
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return damaged(file, "is not a regular file")
	case info.Size() != wanted.Bytes:
		return damaged(file, "has %d bytes: %d were written", info.Size(), wanted.Bytes)
	case o.SizeOnly:
		return nil
	}
	found, err := hashFile(root, name)
	if err != nil {
		return err
	}
	if found != wanted {
		return damaged(file, "was changed: its SHA-256 is %s, written was %s", found.SHA256, wanted.SHA256)
	}
	return nil
}

// strays are files in the folders of the formats that nothing in the directory names, relative to it.
func (c *Contents) strays(root *os.Root) ([]string, error) {
	named := map[string]bool{}
	for _, p := range c.Parts {
		for format := range p.Files {
			named[partName(p.Number, format)] = true
		}
	}
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
			name := path.Join(f.Name(), e.Name())
			if !named[name] && !tempPattern.MatchString(e.Name()) {
				strays = append(strays, name)
			}
		}
	}
	return strays, nil
}
