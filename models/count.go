package models

import "strconv"

// FormatCount prints how many there are of something for people, with a comma after every three digits. What a reader may
// copy into a study or a command line, such as the number of a cell, is printed without.
func FormatCount(n int64) string {
	s := strconv.FormatInt(n, 10)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
