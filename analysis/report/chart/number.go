package chart

import (
	"math"
	"strconv"
	"strings"
)

// Number prints a number for people: whole ones with a comma after every three digits, others with four significant digits.
func Number(x float64) string {
	size := math.Abs(x)
	switch {
	case x == 0:
		return "0"
	case size >= 1e15 || size < 1e-4:
		return strconv.FormatFloat(x, 'g', 4, 64)
	case x == math.Trunc(x) || size >= 1e4:
		return grouped(strconv.FormatFloat(x, 'f', 0, 64))
	}
	digits := 3 - int(math.Floor(math.Log10(size)))
	return trimZeros(strconv.FormatFloat(x, 'f', max(digits, 0), 64))
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// grouped puts a comma after every three digits of a whole number.
func grouped(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Short prints a number in few characters, for the label of an axis: 20k for 20,000.
func Short(x float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if size := math.Abs(x); size >= unit.size && (size >= 1e4 || unit.size > 1e3) && size < 1e15 {
			return trimZeros(strconv.FormatFloat(x/unit.size, 'f', 2, 64)) + unit.name
		}
	}
	return Number(x)
}
