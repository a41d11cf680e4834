package lb

import (
	"slices"

	"tarama/models"
	"tarama/models/internal/rng"
)

// kernel works with numbers for the pools: pool i is that of rule i, the default's is the last.
type kernel struct {
	flows       []route
	defaultPool int32

	arrangements []int      // by the code of the parameter arrangement
	generators   []rng.Kind // by the code of rng
	orders       []order    // by the code of rule_order
	splits       []split    // by the code of port_split

	choosers [2]chooser // by generator; made where a word names it
	draws    draws
}

// route is what routing depends on in a flow.
type route struct {
	wanted  int32
	matches []int32 // the rules before the default that match
}

// order is, by rule before the default, how many rules are tried until that one: 1 for the first.
type order []int64

// split is the set of pools with a port of their own.
type split struct {
	reached []bool // by pool: requests for it arrive there; true for the default
	pools   int64  // how many have a port of their own
}

func newKernel(s *Scenario, words [][]string) *kernel {
	k := &kernel{defaultPool: int32(len(s.Rules) - 1)}
	pools := s.pools()
	for i := range s.Flows {
		k.flows = append(k.flows, newRoute(s, pools, &s.Flows[i]))
	}
	k.draws.counts = make([]int64, len(s.Flows))
	for _, w := range words[arrangement] {
		k.arrangements = append(k.arrangements, slices.Index(arrangementWords, w))
	}
	for _, w := range words[generator] {
		kind := rng.Kind(slices.Index(rng.Words, w))
		k.generators = append(k.generators, kind)
		k.choosers[kind] = newChooser(kind, s.Flows)
	}
	for _, w := range words[ruleOrder] {
		k.orders = append(k.orders, newOrder(pools, w))
	}
	for _, w := range words[portSplit] {
		k.splits = append(k.splits, newSplit(pools, w))
	}
	return k
}

func newRoute(s *Scenario, pools []string, f *Flow) route {
	r := route{wanted: int32(slices.Index(pools, f.Pool))}
	for i := range s.Rules[:len(s.Rules)-1] {
		if s.Rules[i].matches(f) {
			r.matches = append(r.matches, int32(i))
		}
	}
	return r
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

// Run implements models.Kernel.
func (k *kernel) Run(b *models.Batch) {
	p := b.Parameters
	for _, row := range b.Order {
		total := p[requests].Ints[row]
		k.draws.draw(&k.choosers, k.generators[p[generator].Codes[row]], p[seed].Ints[row], total)
		servers := p[backends].Ints[row]
		var c cost
		switch k.arrangements[p[arrangement].Codes[row]] {
		case layer4:
			c = k.layer4(total, servers)
		case layer4PortSplit:
			c = k.layer4PortSplit(total, servers, &k.splits[p[portSplit].Codes[row]])
		default:
			c = k.layer7(servers, k.orders[p[ruleOrder].Codes[row]])
		}
		c.write(b, row, total)
	}
}

// cost is what an arrangement comes to: the metrics without wrong_pool.
type cost struct {
	visible, rules, correct, changes, handshakes, examined, terminations, keys int64
}

// write sets the metrics of a row, none of which is ever null.
func (c *cost) write(b *models.Batch, row int32, requests int64) {
	for i, v := range [...]int64{
		visibleFields:     c.visible,
		appliedRules:      c.rules,
		correctPool:       c.correct,
		wrongPool:         requests - c.correct,
		clientChanges:     c.changes,
		handshakeRounds:   c.handshakes,
		fieldsExamined:    c.examined,
		terminationPoints: c.terminations,
		keyCopies:         c.keys,
	} {
		b.Metrics[i].Ints[row] = v
		b.Metrics[i].Null[row] = false
	}
}

func (k *kernel) layer4(requests, backends int64) cost {
	c := cost{visible: 2, rules: 1, handshakes: 1, examined: requests, terminations: backends, keys: backends}
	for i, n := range k.draws.counts {
		if k.flows[i].wanted == k.defaultPool {
			c.correct += n
		}
	}
	return c
}

func (k *kernel) layer4PortSplit(requests, backends int64, s *split) cost {
	c := cost{
		visible: 2, rules: 1 + s.pools, changes: s.pools, handshakes: 1, examined: requests, terminations: backends, keys: backends,
	}
	for i, n := range k.draws.counts {
		if s.reached[k.flows[i].wanted] {
			c.correct += n
		}
	}
	return c
}

func (k *kernel) layer7(backends int64, o order) cost {
	c := cost{visible: 5, rules: int64(len(o)) + 1, handshakes: 2, terminations: backends + 1, keys: 1}
	for i, n := range k.draws.counts {
		pool, tried := k.flows[i].follow(o, k.defaultPool)
		c.examined += n * tried
		if pool == k.flows[i].wanted {
			c.correct += n
		}
	}
	return c
}

// follow returns the pool of the first rule in the order that matches, and how many are tried.
func (r *route) follow(o order, defaultPool int32) (pool int32, tried int64) {
	pool, tried = defaultPool, int64(len(o))+1
	for _, rule := range r.matches {
		if o[rule] < tried {
			pool, tried = rule, o[rule]
		}
	}
	return pool, tried
}
