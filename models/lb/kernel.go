package lb

import (
	"slices"

	"tarama/models"
)

// kernel works with numbers for the pools: pool i is that of rule i, the default's is the last.
type kernel struct {
	flows       []route
	defaultPool int32

	inputs   inputs
	outputs  outputs
	choosers [2]chooser // by generator; made where a word names it
	draws    draws
	demand   demand // of the present draws
	costs    costs
}

// route is what routing depends on in a flow.
type route struct {
	wanted  int32
	matches []int32 // the rules before the default that match
}

func newKernel(s *Scenario, words [][]string) *kernel {
	pools := s.pools()
	k := &kernel{defaultPool: int32(len(s.Rules) - 1), inputs: newInputs(pools, words)}
	for i := range s.Flows {
		k.flows = append(k.flows, newRoute(s, pools, &s.Flows[i]))
	}
	k.draws.counts = make([]int64, len(s.Flows))
	for _, kind := range k.inputs.kinds {
		k.choosers[kind] = newChooser(kind, s.Flows)
	}
	k.costs = newCosts(len(k.inputs.splits), len(k.inputs.orders))
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

// Run implements models.Kernel.
func (k *kernel) Run(b *models.Batch) {
	k.inputs.bind(b.Parameters)
	k.outputs.bind(b)
	for _, row := range b.Order {
		if !k.inputs.same(row, &k.demand) {
			k.demand = k.inputs.read(row)
			k.draws.draw(&k.choosers, k.demand.kind, k.demand.seed, k.demand.requests)
			k.costs.forget()
		}
		k.outputs.write(row, k.cost(row))
	}
}

// cost returns what the arrangement of a row comes to.
func (k *kernel) cost(row int32) *cost {
	in := &k.inputs
	switch in.arrangements[in.arrangement[row]] {
	case layer4:
		c, known := k.costs.layer4()
		if !known {
			k.layer4(c)
		}
		return c
	case layer4PortSplit:
		split := in.split[row]
		c, known := k.costs.split(split)
		if !known {
			k.layer4PortSplit(c, &in.splits[split])
		}
		return c
	}
	order := in.order[row]
	c, known := k.costs.order(order)
	if !known {
		k.layer7(c, in.orders[order])
	}
	return c
}

func (k *kernel) layer4(c *cost) {
	servers, correct := k.demand.backends, int64(0)
	for i, n := range k.draws.counts {
		if k.flows[i].wanted == k.defaultPool {
			correct += n
		}
	}
	c.metrics = [...]int64{
		visibleFields: 2, appliedRules: 1, clientChanges: 0, handshakeRounds: 1, terminationPoints: servers, keyCopies: servers,
		correctPool: correct, wrongPool: k.demand.requests - correct, fieldsExamined: k.demand.requests,
	}
}

func (k *kernel) layer4PortSplit(c *cost, s *split) {
	servers, correct := k.demand.backends, int64(0)
	for i, n := range k.draws.counts {
		if s.reached[k.flows[i].wanted] {
			correct += n
		}
	}
	c.metrics = [...]int64{
		visibleFields: 2, appliedRules: 1 + s.pools, clientChanges: s.pools, handshakeRounds: 1, terminationPoints: servers,
		keyCopies: servers, correctPool: correct, wrongPool: k.demand.requests - correct, fieldsExamined: k.demand.requests,
	}
}

func (k *kernel) layer7(c *cost, o order) {
	var correct, examined int64
	for i, n := range k.draws.counts {
		pool, tried := k.flows[i].follow(o, k.defaultPool)
		examined += n * tried
		if pool == k.flows[i].wanted {
			correct += n
		}
	}
	c.metrics = [...]int64{
		visibleFields: 5, appliedRules: int64(len(o)) + 1, clientChanges: 0, handshakeRounds: 2,
		terminationPoints: k.demand.backends + 1, keyCopies: 1,
		correctPool: correct, wrongPool: k.demand.requests - correct, fieldsExamined: examined,
	}
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
