package study

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"unicode/utf8"

	"tarama/models/registry"
)

// maxBytes bounds the size of a study file, and so the memory that its tree of nodes can take.
const maxBytes = 1 << 20

const longLists = "long lists of values go into a points file"

// Load reads the study file at path. Whatever is wrong with it is a Problems; another error is the file's own (it does
// not exist, it cannot be read).
func Load(path string, options Options) (*Study, error) {
	file, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxBytes+1))
	if err != nil {
		return nil, err
	}
	return Parse(path, text, options)
}

// openRegular opens a file for reading and refuses what could block or never end: folders, devices, pipes.
func openRegular(path string) (io.ReadCloser, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	return os.Open(path)
}

// Parse reads the text of a study file. Its name is used in problems, and its folder is where relative points files are
// looked for.
func Parse(name string, text []byte, options Options) (*Study, error) {
	r := &reader{file: name, folder: filepath.Dir(name), options: options.withDefaults()}
	study := r.read(text)
	if len(r.problems) > 0 {
		return nil, r.allProblems()
	}
	study.Warnings = r.warnings.sorted(name)
	return study, nil
}

// allProblems are those that were kept, in order, and a last one that counts the rest.
func (r *reader) allProblems() Problems {
	problems := r.problems.sorted(r.file)
	if r.more > 0 {
		problems = append(problems, Problem{File: r.file, Message: fmt.Sprintf("and %d more problems", r.more)})
	}
	return problems
}

func (o Options) withDefaults() Options {
	if o.Models == nil {
		o.Models = registry.All()
	}
	if o.Formats == nil {
		o.Formats = []string{"parquet", "arrow"}
	}
	if o.Open == nil {
		o.Open = openRegular
	}
	return o
}

// read goes from the text to the study. It stops only where the rest makes no sense; the caller looks at r.problems.
func (r *reader) read(text []byte) *Study {
	root := r.parse(text)
	if root == nil {
		return nil
	}
	d := r.draft(root)
	if d == nil || d.spec == nil {
		return nil
	}
	return r.finish(d)
}

// checkText refuses what no YAML library should be given.
func (r *reader) checkText(text []byte) bool {
	switch {
	case len(text) > maxBytes:
		r.reportFile(fmt.Sprintf("the file is over %d MiB", maxBytes>>20), longLists)
	case bytes.HasPrefix(text, []byte{0xFF, 0xFE}) || bytes.HasPrefix(text, []byte{0xFE, 0xFF}):
		r.reportFile("the file is UTF-16", "save it as UTF-8")
	case !utf8.Valid(text):
		line, column := invalidUTF8(text)
		r.reportAt(line, column, "not UTF-8", "save the file as UTF-8")
	default:
		return true
	}
	return false
}

// invalidUTF8 returns the line and column of the first byte that is not UTF-8.
func invalidUTF8(text []byte) (line, column int) {
	line, column = 1, 1
	for len(text) > 0 {
		c, size := utf8.DecodeRune(text)
		if c == utf8.RuneError && size == 1 {
			break
		}
		column++
		if c == '\n' {
			line, column = line+1, 1
		}
		text = text[size:]
	}
	return line, column
}
