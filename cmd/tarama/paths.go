package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tarama/models"
	"tarama/output/results"
)

// What to say of a path in the arguments that is not what it should be.

// studyEndings are those of files that may be studies.
var studyEndings = []string{".yaml", ".yml", ".json"}

// badStudyPath says why a study file cannot be read, and which one was probably meant.
func badStudyPath(path string, err error) error {
	info, statErr := os.Stat(path)
	switch {
	case path == "":
		return usageError{errors.New("the name of the study file is empty")}
	case errors.Is(err, fs.ErrNotExist):
		return usageError{fmt.Errorf("there is no study file %s%s", path, didYouMean(studyNear(path)))}
	case statErr == nil && info.IsDir():
		return usageError{fmt.Errorf("%s is a directory, but must be a study file", path)}
	}
	return usageError{fmt.Errorf("the study cannot be read: %w", err)}
}

// studyNear looks for the study with the ending that was left out, the one with nearly the same name, and the ready one
// of that name. It returns "" if there is none.
func studyNear(path string) string {
	for _, folder := range []string{filepath.Dir(path), "configs"} {
		names := studiesIn(folder)
		for _, ending := range append([]string{""}, studyEndings...) {
			if name := filepath.Base(path) + ending; slices.Contains(names, name) {
				return filepath.Join(folder, name)
			}
		}
		if near := nearestName(filepath.Base(path), names); near != "" {
			return filepath.Join(folder, near)
		}
	}
	return ""
}

func studiesIn(folder string) []string {
	return namesIn(folder, func(e fs.DirEntry) bool {
		return !e.IsDir() && slices.Contains(studyEndings, filepath.Ext(e.Name()))
	})
}

// badResultsPath says why a directory cannot be read as results, and which one was probably meant. Other errors than
// those of a mistaken path it returns as they are.
func badResultsPath(dir string, err error) error {
	info, statErr := os.Stat(dir)
	var foreign *results.ForeignError
	switch {
	case dir == "":
		return usageError{errors.New("the name of the results directory is empty")}
	case errors.As(err, &foreign):
		return &otherFiles{err, fmt.Sprintf("%s holds no results, but other files (%s)", dir, strings.Join(foreign.Names, ", "))}
	case errors.Is(statErr, fs.ErrNotExist):
		return usageError{fmt.Errorf("there is no directory %s%s", dir, didYouMean(directoryNear(dir)))}
	case statErr == nil && !info.IsDir() && slices.Contains(studyEndings, filepath.Ext(dir)):
		return usageError{fmt.Errorf("%s is a file, but must be a results directory; tarama run %s makes one", dir, dir)}
	case statErr == nil && !info.IsDir():
		return usageError{fmt.Errorf("%s is a file, but must be a results directory", dir)}
	case errors.Is(err, fs.ErrNotExist):
		return usageError{fmt.Errorf("%s holds no results", dir)}
	}
	return err
}

// directoryNear looks for the results of that name whose folder was left out, and for the directory with nearly the same name. It
// returns "" if there is none.
func directoryNear(dir string) string {
	name := filepath.Base(dir)
	if slices.Contains(namesIn(resultsFolder, fs.DirEntry.IsDir), name) {
		return filepath.Join(resultsFolder, name)
	}
	for _, folder := range []string{filepath.Dir(dir), resultsFolder} {
		if near := nearestName(name, namesIn(folder, fs.DirEntry.IsDir)); near != "" {
			return filepath.Join(folder, near)
		}
	}
	return ""
}

// otherFiles is a ForeignError in words for who wants to read and not to write.
type otherFiles struct {
	error
	message string
}

func (e *otherFiles) Error() string { return e.message }
func (e *otherFiles) Unwrap() error { return e.error }

// resultsFolder is where runs put their results unless told.
const resultsFolder = "results"

// shortName is below how many bytes a name is short: two wrong letters make another word of it.
const shortName = 6

// nearestName is models.Nearest for names that people choose freely: a short one must begin alike, lest nope be taken for
// pipe.
func nearestName(name string, known []string) string {
	near := models.Nearest(name, known)
	if near != "" && len(name) < shortName && !strings.EqualFold(name[:1], near[:1]) {
		return ""
	}
	return near
}

func namesIn(folder string, wanted func(fs.DirEntry) bool) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil // then nothing can be suggested
	}
	var names []string
	for _, e := range entries {
		if wanted(e) && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

func didYouMean(what string) string {
	if what == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", what)
}
