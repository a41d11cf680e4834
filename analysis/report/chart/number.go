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
	case x == math.Trunc(x) || size >= 999.5:
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

// units are what large numbers are counted in on axes.
var units = []struct {
	size float64
	name string
}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}

// unitFor is the unit for numbers up to some size: none below 10,000 and beyond what units say.
func unitFor(size float64) (unit float64, name string) {
	if size < 9_999.5 || size >= 1e15 {
		return 1, ""
	}
	for _, u := range units {
		if size >= u.size {
			return u.size, u.name
		}
	}
	return 1, ""
}

// Short prints a number in few characters: 20k for 20,000.
func Short(x float64) string {
	unit, name := unitFor(math.Abs(x))
	if unit == 1 {
		return Number(x)
	}
	scaled := x / unit
	digits := 3 - int(math.Floor(math.Log10(math.Abs(scaled))))
	return trimZeros(strconv.FormatFloat(scaled, 'f', max(digits, 0), 64)) + name
}

// steps prints multiples of a step, all in the same unit and with the digits that tell them apart.
func steps(ticks []float64, step float64) []string {
	largest := 0.0
	for _, x := range ticks {
		largest = max(largest, math.Abs(x))
	}
	unit, name := unitFor(largest)
	if step/unit < 0.00099 { // few decimals would not do
		unit, name = 1, ""
	}
	power := int(math.Floor(float64(math.Log10(step/unit)) + 1e-9))
	var all []string
	for _, x := range ticks {
		switch {
		case math.Abs(x) < step/2:
			all = append(all, "0")
		case largest >= 1e15 || largest < 1e-4:
			all = append(all, strconv.FormatFloat(x, 'e', int(math.Floor(math.Log10(math.Abs(x))))-power, 64))
		case unit == 1 && power >= 0:
			all = append(all, grouped(strconv.FormatFloat(x, 'f', 0, 64)))
		default:
			all = append(all, trimZeros(strconv.FormatFloat(x/unit, 'f', max(0, -power), 64))+name)
		}
	}
	return all
}
