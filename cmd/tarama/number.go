package main

import (
	"fmt"
	"math"
	"time"

	"tarama/models"
)

// count prints a whole number with a comma after every three digits.
func count(n int64) string { return models.FormatCount(n) }

// size prints a number of bytes in decimal units, as disks are sold.
func size(bytes int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	x, unit := float64(bytes), 0
	for x >= 999.5 && unit < len(units)-1 {
		x /= 1000
		unit++
	}
	if unit == 0 || x >= 99.5 {
		return fmt.Sprintf("%.0f %s", x, units[unit])
	}
	return fmt.Sprintf("%.1f %s", x, units[unit])
}

// about is the size of what is estimated; one beyond an int64 is saturated, and so said to be more.
func about(bytes int64) string {
	if bytes == math.MaxInt64 {
		return "more than " + size(bytes)
	}
	return "about " + size(bytes)
}

// duration prints a time with as many digits as matter to a person.
func duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < dayAfterTomorrow:
		return d.Round(time.Second).String()
	case d == math.MaxInt64:
		return "more than 290 years"
	}
	return count(int64(d.Hours()/24)) + " days"
}

// dayAfterTomorrow is from when on a time is told in days.
const dayAfterTomorrow = 48 * time.Hour

// saturated is a number that is not negative as an integer, the largest one if it is beyond that.
func saturated(x float64) int64 {
	if x >= 1<<63 {
		return math.MaxInt64
	}
	return int64(x)
}

// perSecond prints a rate: slow ones with a decimal.
func perSecond(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f", rate)
	}
	return count(int64(rate))
}

// plural adds an s to a noun unless there is exactly one.
func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return count(n) + " " + noun + "s"
}
