package traffic

// accounts says what is counted of the requests of a group that a region served, where nobody asks for groups one by one.
//
// The metrics want to know how many requests each region served, and the sum of the distances of all. That sum is defined as one
// of reals, group by group, since rounding depends on the order. Where all distances are whole numbers and the sum is not beyond
// 2^53, nothing is rounded: then it is a sum of integers in any order, and there are as many accounts as regions, and one for the
// distances. Else there is an account for each group and region, and the last one stays 0.
type accounts struct {
	number   int
	place    []int   // by group*regions + region: the account that counts requests
	distance []int64 // by group*regions + region: what a request adds to the last account
	exact    int64   // the sum of the distances of so many requests is exact; 0 if distances are not whole
}

// maxWhole bounds the distances that are counted as integers.
const maxWhole = 1 << 20

// newAccounts makes the accounts for distances by group*regions + region.
func newAccounts(distances []float64, regions int) accounts {
	a := accounts{number: regions + 1, place: make([]int, len(distances)), distance: make([]int64, len(distances))}
	largest := int64(1)
	for i, distance := range distances {
		if distance > maxWhole || distance != float64(int64(distance)) {
			return accountsByGroup(len(distances))
		}
		a.place[i], a.distance[i] = i%regions, int64(distance)
		largest = max(largest, a.distance[i])
	}
	a.exact = maxExact / largest
	return a
}

// accountsByGroup makes an account for each of so many pairs of group and region.
func accountsByGroup(pairs int) accounts {
	a := accounts{number: pairs + 1, place: make([]int, pairs), distance: make([]int64, pairs)}
	for i := range pairs {
		a.place[i] = i
	}
	return a
}

// tally is what the metrics want to know of the accepted requests.
type tally struct {
	served   []int64 // by region
	distance float64 // the sum of all requests' distances
}

// take reads accounts.
func (t *tally) take(n *Network, counted []int64) {
	last := len(counted) - 1
	if n.accounts.exact > 0 {
		copy(t.served, counted)
		t.distance = float64(counted[last])
		return
	}
	t.sum(n, counted[:last])
}

// sum adds requests by group and region up.
func (t *tally) sum(n *Network, requests []int64) {
	regions := len(t.served)
	for region := range t.served {
		served := int64(0)
		for i := region; i < len(requests); i += regions {
			served += requests[i]
		}
		t.served[region] = served
	}
	distance, each := 0.0, n.distance[:len(requests)]
	for i, count := range requests {
		distance += float64(float64(count) * each[i])
	}
	t.distance = distance
}
