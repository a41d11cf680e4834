package grid

import (
	"fmt"
	"slices"

	"tarama/models"
)

// MaxWords is the most words that the dictionary of an axis may have: every part of the results stores it whole.
const MaxWords = 1 << 16

// MaxPermuted and MaxSubset are the most elements of which all permutations and all subsets stay within MaxWords.
const (
	MaxPermuted = 8
	MaxSubset   = 16
)

// TooManyWordsError says that an axis would need a dictionary over MaxWords.
type TooManyWordsError struct {
	What    string // "permutations", "subsets", "words"
	Of      int    // elements
	Allowed int
}

func (e *TooManyWordsError) Error() string {
	return fmt.Sprintf("%s of %d elements are too many; of at most %d they are possible", e.What, e.Of, e.Allowed)
}

// NewPermutations returns the axis of all permutations of the elements, written as models.JoinOrder writes them, in lexicographic order of their
// positions: the first is the order given.
func NewPermutations(parameter int, elements []string) (Axis, error) {
	if len(elements) > MaxPermuted {
		return nil, &TooManyWordsError{"permutations", len(elements), MaxPermuted}
	}
	positions := make([]int, len(elements))
	for i := range positions {
		positions[i] = i
	}
	var words []string
	for more := true; more; more = nextPermutation(positions) {
		words = append(words, models.JoinOrder(at(elements, positions)))
	}
	return NewWords(parameter, words), nil
}

func at(elements []string, positions []int) []string {
	chosen := make([]string, len(positions))
	for i, p := range positions {
		chosen[i] = elements[p]
	}
	return chosen
}

// nextPermutation rearranges p into the next greater permutation; it is false after the greatest. The longest falling
// tail is exhausted: the element before it makes way for the next greater one of the tail, and the rest begins anew.
func nextPermutation(p []int) bool {
	pivot := len(p) - 2
	for pivot >= 0 && p[pivot] > p[pivot+1] {
		pivot--
	}
	if pivot < 0 {
		return false
	}
	successor := len(p) - 1
	for p[successor] < p[pivot] {
		successor--
	}
	p[pivot], p[successor] = p[successor], p[pivot]
	slices.Reverse(p[pivot+1:])
	return true
}

// NewSubsets returns the axis of all subsets of the elements, written as models.JoinSet writes them, in the order of the binary numbers in which
// the first element is the highest bit: the empty one comes first.
func NewSubsets(parameter int, elements []string) (Axis, error) {
	n := len(elements)
	if n > MaxSubset {
		return nil, &TooManyWordsError{"subsets", n, MaxSubset}
	}
	words := make([]string, 1<<n)
	for bits := range words {
		var subset []string
		for i, element := range elements {
			if bits>>(n-1-i)&1 == 1 {
				subset = append(subset, element)
			}
		}
		words[bits] = models.JoinSet(subset)
	}
	return NewWords(parameter, words), nil
}
