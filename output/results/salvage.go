package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"tarama/output"
)

// salvage looks at a directory that cannot say what it holds: its manifest, or the first line of its only journal, was
// torn by a power cut or edited. A run goes on with what the manifest says up to the damage. If that is not even whose
// results these are, the files of the parts must say that they belong to the study of this run; then all are made again.
func (d *Dir) salvage(damage *DamagedError) (*Contents, error) {
	c := &Contents{}
	unknown, err := c.list(d.root)
	if err != nil {
		return nil, err
	}
	c.Notes = append(c.Notes, damage.Error()+": what it does not vouch for any more is made again")
	text, err := readBounded(d.root, manifestName)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return nil, err
	}
	if h, parts := salvageManifest(text); h != nil {
		if !sameJSON(h.Study, d.describe.Header.Study) {
			parts = nil // their files say what the manifest no longer can, and the new one will not
		}
		c.State, c.Header, c.Parts = Partial, h, parts
		return c, nil
	}
	if err := d.checkOwner(c, unknown); err != nil && missing && len(c.journals) == 0 {
		return nil, &ForeignError{Path: d.path, Names: unknown[:min(5, len(unknown))]}
	} else if err != nil {
		return nil, damaged(damage.Path, "%s, and %v", damage.Problem, err)
	}
	c.State, c.Header = Partial, &d.describe.Header
	return c, nil
}

// sameJSON says whether two texts differ in nothing but the space between words.
func sameJSON(a, b []byte) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

// readBounded reads a file, up to the length of the longest that can be read at all.
func readBounded(root *os.Root, name string) ([]byte, error) {
	f, err := openPlain(root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxManifest+1))
}

// replaceManifest puts a journal in the place of a manifest that cannot be read. At every instant one of them says what
// the directory holds.
func (d *Dir) replaceManifest(c *Contents) error {
	if err := d.begin(); err != nil {
		return err
	}
	for i := range c.Parts {
		if err := d.enter(entry{Part: &c.Parts[i]}); err != nil {
			return err
		}
	}
	if err := d.remove(manifestName); err != nil {
		return err
	}
	return syncFolder(d.root, ".")
}

// salvageManifest returns the header and the parts that stand before the damage. The header is nil if it is not whole.
func salvageManifest(text []byte) (*Header, []SealedPart) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	fields := map[string]json.RawMessage{}
	var parts []SealedPart
	decoder.Token() // the opening brace; what is none fails below
	for decoder.More() {
		key, err := decoder.Token()
		name, ok := key.(string)
		if err != nil || !ok {
			break
		}
		if name == "parts" {
			parts = salvageParts(decoder)
			break
		}
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			break
		}
		fields[name] = value
	}
	whole, err := json.Marshal(fields)
	if err != nil {
		return nil, nil
	}
	var h Header
	if json.Unmarshal(whole, &h) != nil || h.check() != nil {
		return nil, nil
	}
	return &h, slices.DeleteFunc(parts, func(p SealedPart) bool { return p.check(&h) != nil })
}

func salvageParts(decoder *json.Decoder) []SealedPart {
	var parts []SealedPart
	decoder.Token() // the opening bracket
	for decoder.More() {
		var p SealedPart
		if decoder.Decode(&p) != nil {
			break
		}
		parts = append(parts, p)
	}
	return parts
}

// checkOwner looks into the files of parts for the digest of the study. One must have it, and none may have another.
func (d *Dir) checkOwner(c *Contents, unknown []string) error {
	proven := false
	for _, name := range unknown {
		f, ok := output.FormatNamed(path.Dir(name))
		if !ok {
			continue
		}
		r, err := f.Open(filepath.Join(d.path, name))
		if err != nil {
			continue // damaged too: it says nothing
		}
		ours := slices.ContainsFunc(r.Schema().Metadata, func(p output.Pair) bool { return p.Value == d.describe.Header.Digest })
		r.Close()
		if !ours {
			return fmt.Errorf("%s is of another study", name)
		}
		proven = true
	}
	if !proven {
		return fmt.Errorf("no file tells to which study the directory belongs: remove it by hand")
	}
	return nil
}
