package checks

import "golang.org/x/sys/cpu"

// advance does what advancePlainly does.
func advance(s *stretch) {
	if cpu.X86.HasAVX2 {
		advanceAVX2(s)
		return
	}
	s.advancePlainly()
}

// advanceAVX2 works out whole vectors: of the failures it reads up to three words behind the last.
//
//go:noescape
func advanceAVX2(s *stretch)
