package study

import (
	"fmt"
	"sort"
	"strings"
)

// Problem is one thing that is wrong with a study.
type Problem struct {
	File    string // the study file, a points file, or "--set NAME"
	Line    int    // from 1; 0 where the whole file or an override is meant
	Column  int    // from 1, in characters; 0 with Line
	Message string // a lower-case sentence with the value and the bound
	Hint    string // what was probably meant or what to do; may be empty
}

// String prints the problem on one line, as file:line:column: message (hint).
func (p Problem) String() string {
	s := p.File
	if p.Line > 0 {
		s += fmt.Sprintf(":%d:%d", p.Line, p.Column)
	}
	s += ": " + p.Message
	if p.Hint != "" {
		s += " (" + p.Hint + ")"
	}
	return s
}

// Problems are all things that are wrong with a study, by file, line and column. It is the error that Load and Parse
// return for anything that a user can put right.
type Problems []Problem

// Error prints a problem a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i := range p {
		lines[i] = p[i].String()
	}
	return strings.Join(lines, "\n")
}

// sorted returns the problems in the order of a reader: the study file first, by line and column.
func (p Problems) sorted(study string) Problems {
	sort.SliceStable(p, func(i, j int) bool {
		a, b := &p[i], &p[j]
		switch {
		case a.File != b.File:
			return a.File == study || (b.File != study && a.File < b.File)
		case a.Line != b.Line:
			return a.Line < b.Line
		}
		return a.Column < b.Column
	})
	return p
}
