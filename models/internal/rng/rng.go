package rng

// Kind is a generator, by its position in Words.
type Kind int32

// The generators.
const (
	LCG32 Kind = iota // s = (1664525*s + 1013904223) mod 2^32, u = s / 2^32 after the step; starts at seed mod 2^32
	PCG64             // math/rand/v2 NewPCG(seed, 0), u = Float64
)

// Words are the generators' names in studies; the first is the default.
var Words = []string{"lcg32", "pcg64"}

// The constants of lcg32, which the course texts took from Numerical Recipes.
const (
	Multiplier = 1664525
	Increment  = 1013904223
)

// Source draws from one stream. Reset it before the first draw.
type Source struct {
	kind  Kind
	state uint32
	pcg   PCG
}

// Reset starts the stream of a seed. A negative seed is taken modulo 2^32 by lcg32 and by its 64 bits by pcg64.
func (s *Source) Reset(kind Kind, seed int64) {
	*s = Source{kind: kind, state: LCGSeed(seed), pcg: NewPCG(seed)}
}

// Uint64 draws the next whole number below the generator's Resolution.
func (s *Source) Uint64() uint64 {
	if s.kind == PCG64 {
		var x uint64
		s.pcg, x = s.pcg.Next()
		return x
	}
	s.state = Multiplier*s.state + Increment
	return uint64(s.state)
}

// Float64 draws the next u.
func (s *Source) Float64() float64 {
	return float64(s.Uint64()) / float64(s.kind.Resolution())
}
