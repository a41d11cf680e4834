package study

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"tarama/sweep/grid"
)

// readPoints reads the entry points: FILE, or points: {file: FILE, sha256: DIGEST}, which holds the file to its content.
func (d *draft) readPoints(f field) *axis {
	name, wanted, ok := d.pointsName(f.value)
	if !ok {
		return nil
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(d.folder, filepath.FromSlash(path))
	}
	file, err := d.options.Open(path)
	if err != nil {
		d.report(f.value, "the points file cannot be opened: "+pathless(err), "")
		return nil
	}
	defer file.Close()
	p := &pointsReader{draft: d, path: path, hash: sha256.New()}
	axis := p.read(file)
	if axis == nil {
		return nil
	}
	digest := hex.EncodeToString(p.hash.Sum(nil))
	if wanted != "" && digest != wanted {
		d.report(f.value, fmt.Sprintf("%s is not the file that the study was made with: its SHA-256 is %s, but must be %s", show(name), digest, wanted), "")
		return nil
	}
	kept := d.copyName(name)
	d.points = append(d.points, PointsFile{Path: path, Copy: kept, Digest: digest, Bytes: p.bytes, Points: axis.Len()})
	return newPointsAxis(f.key, axis, kept, digest)
}

func newPointsAxis(key *yaml.Node, points grid.Axis, kept, digest string) *axis {
	return &axis{node: key, grid: points, digest: digest, entry: object{{"points", object{{"file", kept}, {"sha256", digest}}}}}
}

var sha256Text = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (d *draft) pointsName(n *yaml.Node) (name, digest string, ok bool) {
	if n.Kind != yaml.MappingNode {
		name, ok = d.text(n, "points")
		return name, "", ok
	}
	fields, ok := d.fields(n, "points")
	if !ok {
		return "", "", false
	}
	keys := d.known(fields, "points", "file", "sha256")
	file, given := keys["file"]
	if !given {
		d.report(n, "points needs the key file", "")
		return "", "", false
	}
	if name, ok = d.text(file.value, "file"); !ok {
		return "", "", false
	}
	if f, given := keys["sha256"]; given {
		if digest, ok = d.text(f.value, "sha256"); ok && !sha256Text.MatchString(digest) {
			d.report(f.value, "sha256 is "+show(digest)+", but must be 64 hexadecimal digits in lower case", "")
			ok = false
		}
	}
	return name, digest, ok && len(keys) == len(fields)
}

// pathless is the error without the path, which the problem says already.
func pathless(err error) string {
	var e *os.PathError
	if errors.As(err, &e) {
		return show(e.Path) + ": " + e.Err.Error()
	}
	return err.Error()
}

var unsafeInName = regexp.MustCompile(`[^A-Za-z0-9._-]`)

// copyName is a name for the copy of a points file that no other one of the study has and that stays inside its folder.
func (d *draft) copyName(path string) string {
	base := unsafeInName.ReplaceAllString(filepath.Base(filepath.ToSlash(path)), "_")
	base = strings.TrimLeft(base, ".")
	if base == "" || len(base) > longestName {
		base = "points.csv"
	}
	name := "inputs/" + base
	for i := 2; d.copyTaken(name); i++ {
		name = fmt.Sprintf("inputs/%d-%s", i, base)
	}
	return name
}

func (d *draft) copyTaken(name string) bool {
	for _, p := range d.points {
		if strings.EqualFold(p.Copy, name) {
			return true
		}
	}
	return false
}
