package chart

import "fmt"

// viridisStops are 13 evenly spaced colours of the map viridis (S. van der Walt and N. Smith, 2015), which runs from dark to light, so
// that it is read in grey and by the colour-blind as well.
var viridisStops = [...][3]float64{
	{68, 1, 84}, {72, 33, 115}, {67, 62, 133}, {56, 88, 140}, {45, 112, 142}, {37, 133, 142}, {30, 155, 138},
	{42, 176, 127}, {82, 197, 105}, {134, 213, 73}, {194, 223, 35}, {232, 228, 25}, {253, 231, 37},
}

// viridis is the colour of a share from 0 to 1.
func viridis(share float64) string {
	c := mixed(share)
	return fmt.Sprintf("#%02x%02x%02x", int(c[0]+0.5), int(c[1]+0.5), int(c[2]+0.5))
}

func mixed(share float64) [3]float64 {
	at := float64(share * float64(len(viridisStops)-1))
	i := min(int(at), len(viridisStops)-2)
	var c [3]float64
	for k := range c {
		low, high := viridisStops[i][k], viridisStops[i+1][k]
		c[k] = low + float64((high-low)*(at-float64(i)))
	}
	return c
}

// onViridis is black or white, whichever is read better on the colour of a share.
func onViridis(share float64) string {
	c := mixed(share)
	luma := float64(0.299*c[0]) + float64(0.587*c[1]) + float64(0.114*c[2])
	if luma > 130 {
		return "#000"
	}
	return "#fff"
}
