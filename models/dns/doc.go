// Package dns is the model of answers that are cached: how a policy of the authoritative server splits requests over
// regions, and how long a region that fails goes on being asked.
//
// # Equations
//
// Resolver j of n carries q_j requests per second: rate * p_j / sum(p), p_j = 1/(j+1)^resolver_skew, rounded to whole
// numbers by largest remainder. Its phase f_j is j*phase_step mod ttl_s, or floor(u_j*ttl_s) with a draw u_j. It asks at
// the seconds 1 - ttl_s + f_j + k*ttl_s, k = 0, 1, ..., resolvers of the same second in the order of j, and holds the
// answer until it asks again. With h(j,t) the region that it holds at second t,
//
//	accepted of region r = sum over t = 1..duration_s and j with h(j,t) = r of q_j, while r is up
//	dropped              = sum over t >= failure_start_s and j with h(j,t) = failed_region of q_j
//
// From second failure_start_s + detection_s on the failed region is left out of the answers. All other metrics follow
// from these two sums by group and region, from their largest second, and from the last second in which a resolver
// held the failed region.
//
// Package traffic says what the policies answer, what is assumed, and how the sums are computed without a loop over
// seconds.
//
// # Assumptions
//
// Detection takes the same time whenever the region fails, no region is ever taken for failed by mistake, and all
// servers of the name learn it at the same second. Model failover replaces this by health checks.
package dns
