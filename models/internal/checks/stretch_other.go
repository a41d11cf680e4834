//go:build !amd64

package checks

// advance does what advancePlainly does.
func advance(s *stretch) { s.advancePlainly() }
