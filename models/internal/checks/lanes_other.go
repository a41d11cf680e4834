//go:build !amd64

package checks

// drawLanes draws as drawLanesPlainly does.
func drawLanes(failed, states *[lanes]uint32, used int, b bernoulli) {
	drawLanesPlainly(failed, states, used, b)
}
