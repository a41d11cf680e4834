package lb

// cost is what an arrangement comes to, by metric.
type cost struct {
	demand  int64 // the number of the demand that it is for
	metrics [keyCopies + 1]int64
}

// costs keeps what each arrangement came to for the present demand. Layer 4 knows no order of rules, port splits none either,
// and layer 7 no port split: what a parameter means nothing to is not computed again for each of its values.
type costs struct {
	demand int64 // counts the demands; others' costs are not known
	plain  cost
	splits []cost // by the code of port_split
	orders []cost // by the code of rule_order
}

func newCosts(splits, orders int) costs {
	return costs{splits: make([]cost, splits), orders: make([]cost, orders)}
}

// forget makes ready for another demand.
func (c *costs) forget() { c.demand++ }

// layer4 returns the cost of layer 4, and whether it is known. If it is not, the caller sets it; so for split and order.
func (c *costs) layer4() (*cost, bool) { return c.find(&c.plain) }

func (c *costs) split(code int32) (*cost, bool) { return c.find(&c.splits[code]) }

func (c *costs) order(code int32) (*cost, bool) { return c.find(&c.orders[code]) }

func (c *costs) find(of *cost) (*cost, bool) {
	known := of.demand == c.demand
	of.demand = c.demand
	return of, known
}
