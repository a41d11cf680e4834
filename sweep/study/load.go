package study

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"unicode/utf8"

	"tarama/models"
	"tarama/models/registry"
)

// maxBytes bounds the size of a study file, and so the memory that its tree of nodes can take.
const maxBytes = 1 << 20

const longLists = "long lists of values go into a points file"

// Load reads the study file at path, or the standard input. Whatever is wrong with it is a Problems; another error is the file's own (it does
// not exist, it cannot be read).
func Load(path string, options Options) (*Study, error) {
	r, text, err := open(path, options)
	if err != nil {
		return nil, err
	}
	return r.study(text)
}

// LoadSpec reads no more of the study file at path than its model and its scenario, and returns the model's declaration for
// it. Whatever else is wrong with the study goes unnoticed: who looks for the right names may have used a wrong one.
func LoadSpec(path string, options Options) (*models.Spec, error) {
	r, text, err := open(path, options)
	if err != nil {
		return nil, err
	}
	spec := r.spec(text)
	if len(r.problems) > 0 {
		return nil, r.allProblems()
	}
	return spec, nil
}

// Stdin is the path that stands for the standard input.
const Stdin = "-"

// open reads the text of a study file, or of a pipe: its writer is at work for us, and it is read to a bound.
func open(path string, options Options) (*reader, []byte, error) {
	file, folder, err := openStudy(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxBytes+1))
	if err != nil {
		return nil, nil, err
	}
	name := path
	if path == Stdin {
		name = "stdin"
	}
	return &reader{file: name, folder: folder, options: options.withDefaults()}, text, nil
}

// openStudy returns the file beside the folder that its points files are relative to. A pipe has none of its own.
func openStudy(path string) (file io.ReadCloser, folder string, err error) {
	const here = "."
	if path == Stdin {
		return io.NopCloser(os.Stdin), here, nil
	}
	if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		file, err := os.Open(path)
		return file, here, err
	}
	file, err = openRegular(path)
	return file, filepath.Dir(path), err
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
	return r.study(text)
}

func (r *reader) study(text []byte) (*Study, error) {
	study := r.read(text)
	if len(r.problems) > 0 {
		return nil, r.allProblems()
	}
	study.Warnings = r.warnings.sorted(r.file)
	return study, nil
}

// spec looks at the model and its scenario only.
func (r *reader) spec(text []byte) *models.Spec {
	root := r.parse(text)
	if root == nil {
		return nil
	}
	fields, ok := r.fields(root, "the study")
	if !ok {
		return nil
	}
	d := &draft{reader: r}
	if d.findModel(root, fields); d.model == nil {
		return nil
	}
	top := map[string]field{}
	for _, f := range fields {
		top[f.name] = f
	}
	d.readScenario(top)
	return d.spec
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
