// Package failover is the model dns with real health checks in front of it: checks fail by mistake, several in a row
// take a region out of the answers, and several passed ones bring it back.
//
// # Equations
//
// The traffic is that of package dns. Every region is checked at t = interval_s, 2*interval_s, ... up to duration_s, in
// the order of the regions, with one draw u a check. A check fails if u < false_failure_probability, or if its region
// is down and t > failure_start_s. threshold failures in a row take a region out of the answers from that second on,
// rise passed checks in a row bring it back from that second on; before the first check all are in. If all are out, the
// server answers as if none were.
//
//	detection_s    = second at which a check took the failed region out - failure_start_s, for outcome evicted
//	lost_region_s  = sum over t = 1..duration_s of the regions that are out while they are up
//	checks_per_min = 60/interval_s * regions
//
// The failed region counts as up in lost_region_s while t < failure_start_s. The check at failure_start_s itself finds it
// as it was just before, so that only later ones must fail.
//
// # Failing open
//
// Answers name a region that is out only if all are. While one region is down for good that takes no more than false
// evictions of the others at the same time. With threshold 1 each false failure is one, so that this happens every few
// minutes: resolvers are sent to the dead region again, keep it for ttl_s, and failover_window_s, which ends with the last
// second in which any of them held it, runs on towards the end of the study. It is no sign of a late detection: detection_s
// says how long that took, dropped_requests what all of it cost, and tarama replay when. With threshold 2 it is rare.
//
// # Assumptions
//
// False failures are independent of each other, of the region and of the interval. Checks take no time. Package checks
// simulates them; with false_failure_probability 0 there is at most one change and no draw is made.
package failover
