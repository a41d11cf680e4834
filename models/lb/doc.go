// Package lb is the model of the layer at which a load balancer works: what it sees of a request, which routing rules it
// can therefore apply, and what that costs.
//
// # Model
//
// A scenario has flows (path, host, weight, wanted pool) and ordered rules (a path prefix or a host, and the pool that a
// match goes to). The last rule is the default, which matches everything. With W the sum of the weights, each of the
// requests draws one u and belongs to
//
//	the first flow f with u * W < weight_0 + ... + weight_f
//
// The three arrangements send a request to
//
//	l4             the default pool: the balancer sees address and port, which are the same for all
//	l4_port_split  the wanted pool if it is in port_split, since its clients use a port of its own; else the default
//	l7             the pool of the first rule that matches: the balancer sees address, port, path, host and session.
//	               The rules before the default stand in the order rule_order. A path rule matches if the path begins
//	               with it, letter for letter, a host rule if the host equals it.
//
// # Metrics
//
//	                    l4        l4_port_split        l7
//	visible_fields      2         2                    5
//	applied_rules       1         1 + split pools      all rules, the default included
//	client_changes      0         split pools          0
//	handshake_rounds    1         1                    2
//	fields_examined     requests  requests             rules tried, the default included, summed over requests
//	termination_points  backends  backends             backends + 1
//	key_copies          backends  backends             1
//
// correct_pool counts the requests that arrive at the pool their flow wants, wrong_pool the others.
//
// # Assumptions
//
// Requests are independent of each other; a rule costs one examined field whatever it looks at. Handshake rounds,
// termination points and key copies are structural: at layer 4 the backends end the encrypted session, at layer 7 the
// balancer does and opens another to the backend. Neither time nor load on the backends is modelled.
package lb
