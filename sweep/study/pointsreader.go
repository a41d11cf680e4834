package study

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"unicode/utf8"

	"tarama/models"
	"tarama/sweep/grid"
)

// Bounds of a points file: a line is at most longestLine bytes, and reading stops after maxPointProblems problems.
const (
	longestLine      = 64 << 10
	maxPointProblems = 20
)

// pointsReader reads one points file line by line.
type pointsReader struct {
	*draft
	path    string
	line    int
	bytes   int64
	hash    hash.Hash
	targets []int // by column
	found   int   // problems
	fields  [][]byte
	starts  []int   // columns, from 1, at which the fields begin
	gaps    []int64 // by empty line: how many points come before it
}

func (p *pointsReader) problem(column int, message, hint string) {
	p.add(Problem{File: p.path, Line: p.line, Column: column, Message: message, Hint: hint})
	p.found++
}

// read returns the axis, or nil if something is wrong with the file. It reads to the end, for the digest.
func (p *pointsReader) read(file io.Reader) *grid.Points {
	counted := &countingReader{reader: io.TeeReader(file, p.hash), count: &p.bytes}
	lines := bufio.NewReaderSize(counted, longestLine)
	if !p.header(lines) {
		return nil
	}
	axis := grid.NewPoints(p.targets)
	values := make([]models.Value, len(p.targets))
	for {
		line, more := p.nextLine(lines)
		if !more {
			break
		}
		if len(line) == 0 {
			p.gaps = append(p.gaps, axis.Len())
			continue // spreadsheets and editors leave empty lines at the end
		}
		if p.row(line, values) {
			if err := p.append(axis, values); err != nil {
				p.problem(1, err.Error(), "")
				break
			}
		}
		if p.found >= maxPointProblems {
			p.problem(1, fmt.Sprintf("reading stopped after %d problems", p.found), "")
			break
		}
	}
	if p.found > 0 {
		return nil
	}
	if axis.Len() == 0 {
		p.problem(1, "the file has no points, only a header", "")
		return nil
	}
	axis.Seal()
	p.warnOfRepeats(axis)
	return axis
}

func (p *pointsReader) append(axis *grid.Points, values []models.Value) error {
	if axis.Len() >= grid.MaxRows {
		return fmt.Errorf("the file has over %s points", models.FormatCount(grid.MaxRows))
	}
	return axis.Append(values)
}

// countingReader counts the bytes of a file.
type countingReader struct {
	reader io.Reader
	count  *int64
}

func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.reader.Read(b)
	*c.count += int64(n)
	return n, err
}

// nextLine returns the next line without its end. It is valid until the next call. There is none after a problem that
// ends the reading.
func (p *pointsReader) nextLine(lines *bufio.Reader) ([]byte, bool) {
	p.line++
	line, err := lines.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		p.problem(1, fmt.Sprintf("the line is over %d KiB", longestLine>>10), "is this a text file with a point a line?")
		return nil, false
	case errors.Is(err, io.EOF) && len(line) > 0:
	case errors.Is(err, io.EOF):
		return nil, false
	case err != nil:
		p.problem(1, "the file cannot be read: "+pathless(err), "")
		return nil, false
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), true
}

// header reads the names of the parameters.
func (p *pointsReader) header(lines *bufio.Reader) bool {
	line, more := p.nextLine(lines)
	if !more {
		if p.found == 0 {
			p.problem(1, "the file is empty", "the first line names the parameters: ttl_s,resolvers")
		}
		return false
	}
	line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF")) // spreadsheets begin UTF-8 with a byte order mark
	if !p.checkEncoding(line) || !p.split(line) {
		return false
	}
	for i, name := range p.fields {
		p.column(string(bytes.TrimSpace(name)), p.starts[i])
	}
	return p.found == 0
}

func (p *pointsReader) checkEncoding(line []byte) bool {
	switch {
	case bytes.HasPrefix(line, []byte{0xFF, 0xFE}) || bytes.HasPrefix(line, []byte{0xFE, 0xFF}):
		p.problem(1, "the file is UTF-16", "save it as UTF-8")
	case !utf8.Valid(line):
		_, column := invalidUTF8(line)
		p.problem(column, "not UTF-8", "save the file as UTF-8")
	default:
		return true
	}
	return false
}

// column finds the parameter that a column is for.
func (p *pointsReader) column(name string, start int) {
	index := p.spec.Lookup(name)
	switch {
	case index >= 0:
	case p.spec.Vector(name) != nil:
		p.problem(start, name+" is a vector, but a column holds one parameter", "a column for each of its parameters")
	case strings.ContainsAny(name, ";\t") && len(p.fields) == 1:
		p.problem(start, "the header "+show(name)+" is not separated by commas", "separate columns by commas and write decimal points")
	case isNumber(name):
		p.problem(start, "the header has "+show(name)+" in the place of a name", "the first line names the parameters: ttl_s,resolvers")
	case !p.unsure:
		p.problem(start, fmt.Sprintf("%s has no parameter %s", p.model.Name(), show(name)), p.nameHint(name, p.parameterNames()))
	}
	for column, earlier := range p.targets {
		if index >= 0 && earlier == index {
			p.problem(start, fmt.Sprintf("the column %s is repeated; it is also column %d", name, column+1), "")
		}
	}
	p.targets = append(p.targets, index)
}

func (p *pointsReader) parameterNames() []string {
	var names []string
	for i := range p.spec.Parameters {
		names = append(names, p.spec.Parameters[i].Name)
	}
	return names
}

// row reads a line into values.
func (p *pointsReader) row(line []byte, values []models.Value) bool {
	if !p.checkEncoding(line) || !p.split(line) {
		return false
	}
	if len(p.fields) != len(p.targets) {
		p.problem(1, fmt.Sprintf("the number of fields is %d, but the header has %d", len(p.fields), len(p.targets)), "")
		return false
	}
	sound := true
	for i, field := range p.fields {
		ok := true
		values[i], ok = p.field(bytes.TrimSpace(field), p.targets[i], p.starts[i])
		sound = sound && ok
	}
	return sound
}

func (p *pointsReader) field(field []byte, target, start int) (models.Value, bool) {
	if target < 0 {
		return models.Value{}, false
	}
	parameter := &p.spec.Parameters[target]
	text := string(field)
	if text == "" {
		p.problem(start, parameter.Name+" is empty", "")
		return models.Value{}, false
	}
	v, err := parseValue(parameter, text)
	if err != nil {
		p.problem(start, numberMessage(parameter, text, err), parameterHint(text, parameter))
		return v, false
	}
	if err := parameter.Check(v); err != nil {
		p.problem(start, valueMessage(err), valueHint(err))
		return v, false
	}
	return v, true
}

// split divides a line into p.fields. Quotes are rare, so they are left to encoding/csv, which is given this one line: a
// quoted field cannot run over its end.
func (p *pointsReader) split(line []byte) bool {
	p.fields, p.starts = p.fields[:0], p.starts[:0]
	if bytes.IndexByte(line, '"') >= 0 {
		return p.splitQuoted(line)
	}
	start := 0
	for {
		p.starts = append(p.starts, start+1)
		comma := bytes.IndexByte(line[start:], ',')
		if comma < 0 {
			p.fields = append(p.fields, line[start:])
			return true
		}
		p.fields = append(p.fields, line[start:start+comma])
		start += comma + 1
	}
}

func (p *pointsReader) splitQuoted(line []byte) bool {
	reader := csv.NewReader(bytes.NewReader(line))
	record, err := reader.Read()
	if err != nil {
		column, message := 1, err.Error()
		var e *csv.ParseError
		if errors.As(err, &e) {
			column, message = e.Column, e.Err.Error()
		}
		p.problem(column, "not comma-separated: "+message, "a quoted field ends on its line, and a quote in it is doubled")
		return false
	}
	for i, text := range record {
		_, column := reader.FieldPos(i)
		p.fields, p.starts = append(p.fields, []byte(text)), append(p.starts, column)
	}
	return true
}
