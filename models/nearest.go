package models

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the known word that a misspelt one was probably meant to be, or "" if none is near: at most a third of
// its letters may be wrong, or two in a short word. Of equally near ones it is the first.
func Nearest(word string, known []string) string {
	const longest = 200 // in bytes; beyond it nothing was misspelt, and the distance takes long
	if len(word) > longest {
		return ""
	}
	best, distance := "", max(2, len([]rune(word))/3)+1
	for _, k := range known {
		d := levenshtein.ComputeDistance(strings.ToLower(word), strings.ToLower(k))
		if d < distance && d < len([]rune(k)) {
			best, distance = k, d
		}
	}
	return best
}
