package study

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"
)

// archived calls add with the files of all cases in testdata/bad.
func archived(f *testing.F, add func(name, text string)) {
	paths, err := filepath.Glob("testdata/bad/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			add(filepath.Base(file.Name), string(file.Data))
		}
	}
}

// checkParsed holds a study, or the problems with it, to what must be true of all of them.
func checkParsed(t *testing.T, s *Study, err error, f files) {
	if err == nil {
		again, err := Parse("resolved.json", s.Resolved, Options{Models: testModels(), Open: f.open})
		if err != nil {
			t.Fatalf("the resolved study is none: %v\n%s", err, s.Resolved)
		}
		if string(again.Resolved) != string(s.Resolved) || again.Digest != s.Digest {
			t.Fatalf("the resolved study is another:\n%s\n%s", s.Resolved, again.Resolved)
		}
		s.Grid.At(0)
		s.Grid.At(s.Grid.Cells() - 1)
		return
	}
	var problems Problems
	if !errors.As(err, &problems) || len(problems) == 0 {
		t.Fatalf("an error that is no problem: %v", err)
	}
	for _, p := range problems {
		if strings.ContainsFunc(p.String(), func(c rune) bool { return unicode.IsControl(c) }) {
			t.Fatalf("a control character in %q", p)
		}
	}
}

// small keeps the fuzzers away from studies that are right but take long.
func small(text string) bool { return len(text) < 4096 }

func FuzzStudy(f *testing.F) {
	f.Add(wholeStudy)
	f.Add(designStudy)
	archived(f, func(name, text string) {
		if name == "study.yaml" {
			f.Add(text)
		}
	})
	points := files{"d.csv": "ttl_s,policy\n30,latency\n", "inputs/d.csv": "ttl_s,policy\n30,latency\n"}
	schema := testSchema(f)
	f.Fuzz(func(t *testing.T, text string) {
		if !small(text) {
			return
		}
		s, err := Parse("study.yaml", []byte(text), Options{Models: testModels(), Open: points.open})
		checkParsed(t, s, err, points)
		if err != nil {
			return
		}
		if err := validate(schema, s.Resolved); err != nil {
			t.Fatalf("the schema refuses a resolved study: %v\n%s", err, s.Resolved)
		}
	})
}

func FuzzPoints(f *testing.F) {
	f.Add("ttl_s,probability,policy\n3.0e+01,0.5,\"latency\"\n")
	f.Add("\xEF\xBB\xBFport_split,rule_order\nmap+asset,map>asset>admin\r\n")
	archived(f, func(name, text string) {
		if strings.HasSuffix(name, ".csv") {
			f.Add(text)
		}
	})
	f.Fuzz(func(t *testing.T, text string) {
		points := files{"d.csv": text, "inputs/d.csv": text}
		s, err := Parse("study.yaml", []byte(head+"axes: [points: d.csv]"), Options{Models: testModels(), Open: points.open})
		checkParsed(t, s, err, points)
	})
}

func FuzzOverride(f *testing.F) {
	archived(f, func(name, text string) {
		if name == "set" {
			for _, line := range strings.Split(text, "\n") {
				f.Add(line)
			}
		}
	})
	f.Add("weights={simplex: 10, min: 1}")
	f.Add("ttl_s={from: 10, to: 50, step: 10}")
	f.Fuzz(func(t *testing.T, set string) {
		if !small(set) {
			return
		}
		s, err := Parse("study.yaml", []byte(head+"axes: [{ttl_s: [30, 60], seed: [1, 2]}, resolvers: [1, 2]]"),
			Options{Models: testModels(), Overrides: []string{set}, Open: files{}.open})
		checkParsed(t, s, err, nil)
	})
}
