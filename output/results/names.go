package results

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tarama/output"
)

// The names in a results directory. Names of parts and journals are made from numbers, never read from a file, so a
// manifest cannot point outside of the directory.
const (
	manifestName = "manifest.json"
	runName      = "run.json"
	lockName     = ".lock"
	inputsFolder = "inputs"
	tempEnding   = ".tmp"
)

var (
	journalPattern = regexp.MustCompile(`^\.journal-(\d{6,9})\.jsonl$`)
	partPattern    = regexp.MustCompile(`^part-(\d{6,9})\.([a-z]+)$`)
	tempPattern    = regexp.MustCompile(`^\..+\.tmp$`)
)

func journalName(number int) string { return fmt.Sprintf(".journal-%06d.jsonl", number) }

// partName is the name of a part's file, with its folder: "parquet/part-000012.parquet".
func partName(part int, format string) string {
	return path.Join(format, fmt.Sprintf("part-%06d.%s", part, format))
}

// tempName is where a file is written before it is sealed: a name that begins with a dot, in the same folder.
func tempName(name string) string {
	folder, file := path.Split(name)
	return folder + "." + file + tempEnding
}

// parsePart returns the number of a part from the name of its file without the folder.
func parsePart(name, format string) (int, bool) {
	m := partPattern.FindStringSubmatch(name)
	if m == nil || m[2] != format {
		return 0, false
	}
	number, err := strconv.Atoi(m[1])
	return number, err == nil && path.Base(partName(number, format)) == name
}

func parseJournal(name string) (int, bool) {
	m := journalPattern.FindStringSubmatch(name)
	if m == nil {
		return 0, false
	}
	number, err := strconv.Atoi(m[1])
	return number, err == nil && journalName(number) == name
}

// checkInputName refuses names that are more than a plain visible file name.
func checkInputName(name string) error {
	switch {
	case name == "" || len(name) > 200 || !utf8.ValidString(name):
		return fmt.Errorf("input %q: a name has 1 to 200 bytes of UTF-8", name)
	case strings.HasPrefix(name, ".") || strings.ContainsAny(name, `/\:`):
		return fmt.Errorf("input %q: a name does not begin with a dot and has no slash, backslash or colon", name)
	case strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("input %q: a name has no control characters", name)
	}
	return nil
}

func inputName(name string) string { return path.Join(inputsFolder, name) }

// isFolder says whether a name is that of a folder of ours.
func isFolder(name string) bool {
	_, ok := output.FormatNamed(name)
	return ok || name == inputsFolder
}
