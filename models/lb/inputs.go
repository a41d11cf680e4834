package lb

import (
	"slices"

	"tarama/models"
	"tarama/models/internal/rng"
)

// inputs are the parameters of a batch, by name: to look each of them up again for every row would take longer than to read
// it.
type inputs struct {
	arrangements []int      // by the code of the parameter arrangement
	kinds        []rng.Kind // by the code of rng
	orders       []order    // by the code of rule_order
	splits       []split    // by the code of port_split

	arrangement, kind, order, split []int32
	requests, backends, seed        []int64
}

// order is, by rule before the default, how many rules are tried until that one: 1 for the first.
type order []int64

// split is the set of pools with a port of their own.
type split struct {
	reached []bool // by pool: requests for it arrive there; true for the default
	pools   int64  // how many have a port of their own
}

// newInputs resolves the codes of words, as NewKernel was given them.
func newInputs(pools []string, words [][]string) inputs {
	var in inputs
	for _, w := range words[arrangement] {
		in.arrangements = append(in.arrangements, slices.Index(arrangementWords, w))
	}
	for _, w := range words[generator] {
		in.kinds = append(in.kinds, rng.Kind(slices.Index(rng.Words, w)))
	}
	for _, w := range words[ruleOrder] {
		in.orders = append(in.orders, newOrder(pools, w))
	}
	for _, w := range words[portSplit] {
		in.splits = append(in.splits, newSplit(pools, w))
	}
	return in
}

func newOrder(pools []string, word string) order {
	o := make(order, len(pools)-1)
	for i, pool := range models.SplitOrder(word) {
		o[slices.Index(pools, pool)] = int64(i) + 1
	}
	return o
}

func newSplit(pools []string, word string) split {
	s := split{reached: make([]bool, len(pools))}
	s.reached[len(pools)-1] = true
	for _, pool := range models.SplitSet(word) {
		s.reached[slices.Index(pools, pool)] = true
		s.pools++
	}
	return s
}

// bind finds the columns of a batch.
func (in *inputs) bind(p []models.Column) {
	in.arrangement, in.order, in.split, in.kind = p[arrangement].Codes, p[ruleOrder].Codes, p[portSplit].Codes, p[generator].Codes
	in.requests, in.backends, in.seed = p[requests].Ints, p[backends].Ints, p[seed].Ints
}

// demand is what all arrangements of the same requests and servers have in common.
type demand struct {
	kind                     rng.Kind
	seed, requests, backends int64
}

// read takes what a row has in common with others.
func (in *inputs) read(row int32) demand {
	return demand{in.kinds[in.kind[row]], in.seed[row], in.requests[row], in.backends[row]}
}

// same says whether a row has it in common.
func (in *inputs) same(row int32, d *demand) bool {
	return in.seed[row] == d.seed && in.requests[row] == d.requests && in.backends[row] == d.backends &&
		in.kinds[in.kind[row]] == d.kind
}
