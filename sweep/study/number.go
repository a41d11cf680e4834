package study

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"tarama/models"
)

// What can be wrong with a number. Each is a half sentence that follows "X is TEXT, ".
var (
	errNoNumber   = errors.New("but must be a number")
	errNotFinite  = errors.New("but must be a finite number")
	errNotInteger = errors.New("but must be an integer")
	errBeyond64   = errors.New("which is beyond 64 bits")
	errBeyondReal = errors.New("which is beyond what a float64 holds")
)

// longestNumber bounds the text of a number, and greatestExponent what apd is asked to compute with.
const (
	longestNumber    = 400
	greatestExponent = 400
)

// isNumber says whether the text is a plain decimal number: a sign, digits, a point, an exponent. Hexadecimal and octal
// numbers, digits in groups and leading zeros, which different readers understand differently, are not.
func isNumber(text string) bool {
	s := strings.TrimLeft(text, "+-")
	if len(text)-len(s) > 1 || len(text) > longestNumber {
		return false
	}
	whole := digits(s)
	if whole > 1 && s[0] == '0' {
		return false
	}
	s = s[whole:]
	fraction := 0
	if strings.HasPrefix(s, ".") {
		fraction = digits(s[1:])
		s = s[1+fraction:]
	}
	if whole+fraction == 0 {
		return false
	}
	if s == "" {
		return true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	s = s[1:]
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	return s != "" && digits(s) == len(s)
}

// digits counts the digits that s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// parseInteger reads an integer, which may be written 3.0e+01.
func parseInteger(text string) (int64, error) {
	if !isNumber(text) {
		return 0, notNumber(text)
	}
	if !strings.ContainsAny(text, ".eE") {
		i, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return 0, errBeyond64
		}
		return i, nil
	}
	if len(text) <= exactDigits {
		// Different decimals of at most 15 digits are different float64 numbers. So if the nearest float64 is an integer
		// of at most 15 digits, it is the number itself.
		if f, err := strconv.ParseFloat(text, 64); err == nil && f == math.Trunc(f) && math.Abs(f) < 1e15 {
			return int64(f), nil
		}
	}
	d, err := parseDecimal(text)
	if err != nil {
		return 0, err
	}
	return integerOf(d)
}

// exactDigits is how many decimal digits a float64 always keeps.
const exactDigits = 15

func integerOf(d *apd.Decimal) (int64, error) {
	var reduced apd.Decimal
	reduced.Reduce(d)
	switch {
	case reduced.IsZero():
		return 0, nil
	case reduced.Exponent < 0:
		return 0, errNotInteger
	case reduced.NumDigits()+int64(reduced.Exponent) > 19:
		return 0, errBeyond64
	}
	i, err := reduced.Int64()
	if err != nil {
		return 0, errBeyond64
	}
	return i, nil
}

// parseReal reads the float64 nearest to a decimal number. Minus zero is zero.
func parseReal(text string) (float64, error) {
	if !isNumber(text) {
		return 0, notNumber(text)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) {
		return 0, errBeyondReal
	}
	return f + 0, nil
}

// parseDecimal reads an exact decimal number of a size that float64 knows.
func parseDecimal(text string) (*apd.Decimal, error) {
	if !isNumber(text) {
		return nil, notNumber(text)
	}
	d, _, err := apd.NewFromString(text)
	if err != nil {
		return nil, errBeyondReal
	}
	if size := int64(d.Exponent) + d.NumDigits(); !d.IsZero() && max(size, -size) > greatestExponent {
		return nil, errBeyondReal
	}
	return d, nil
}

func notNumber(text string) error {
	switch strings.ToLower(strings.TrimLeft(text, "+-.")) {
	case "inf", "infinity", "nan":
		return errNotFinite
	}
	return errNoNumber
}

// looksLikeRange finds texts such as 1..5, 1-5 and 1:5.
var looksLikeRange = regexp.MustCompile(`^([0-9.]*[0-9])(?:\.\.|-|:)([0-9][0-9.]*)$`)

// numberHint says how a number must be written if the text is none but looks as if one was meant.
func numberHint(text, unit string) string {
	if isNumber(text) {
		return ""
	}
	if ends := looksLikeRange.FindStringSubmatch(text); ends != nil {
		return fmt.Sprintf("a range is an axis: {from: %s, to: %s, step: 1}", ends[1], ends[2])
	}
	bare := strings.TrimLeft(text, "+-")
	n := digits(bare)
	switch {
	case n == 0:
		return ""
	case n > 1 && bare[0] == '0':
		return "without leading zeros"
	case strings.HasPrefix(bare, "0x") || strings.HasPrefix(bare, "0o") || strings.HasPrefix(bare, "0b"):
		return "in decimal digits"
	case strings.ContainsAny(bare, "_'"):
		return "without separators between digits"
	case strings.Contains(bare, ","):
		return "with a decimal point and without separators"
	case unit != "":
		return "a plain number; the unit is " + unit
	}
	return ""
}

// parameterHint is numberHint for a number of a parameter. A percentage where a part of one is meant is written as such.
func parameterHint(text string, p *models.Parameter) string {
	percent, is := strings.CutSuffix(text, "%")
	if !is || p.Unit != "" && p.Unit != models.ShareUnit {
		return numberHint(text, p.Unit)
	}
	part, err := parseDecimal(strings.TrimSpace(percent))
	if err != nil {
		return numberHint(text, p.Unit)
	}
	part.Exponent -= 2
	if value, err := part.Float64(); err != nil || p.Check(models.RealValue(value)) != nil { // of another type, or out of bounds
		return numberHint(text, p.Unit)
	}
	return canonical(part) + ", as a part of 1"
}

// canonical writes a decimal the one way that all spellings of it share.
func canonical(d *apd.Decimal) string {
	var reduced apd.Decimal
	reduced.Reduce(d)
	if reduced.IsZero() {
		return "0"
	}
	if size := int64(reduced.Exponent) + reduced.NumDigits(); reduced.Exponent > 0 && size > 20 || size < -6 {
		return reduced.Text('e')
	}
	return reduced.Text('f')
}
