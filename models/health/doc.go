// Package health is the model of health checks on a pool of instances: what threshold, rise and interval cost and buy.
//
// # Model
//
// A pool has instances 0, 1, ..., instances-1. In each of the rounds t = 1, 2, ..., rounds every instance is checked
// once, in order. With one draw u a check, made whatever the instance's state,
//
//	check fails  <=>  u < false_failure_probability, or instance = failed_instance and t >= failure_round
//
// threshold failures in a row evict an instance, with the check that completes them; rise successes in a row bring an
// evicted one back. The failed instance is good before failure_round and never recovers.
//
// # Metrics
//
//	outcome              already_out: the failed instance is out after round failure_round-1, by a false eviction;
//	                     evicted: a check of a round t >= failure_round evicts it; never: neither before the end
//	detection_round      that round t, if evicted
//	detection_s          (detection_round - failure_round + 1) * interval_s; 0 if already_out
//	false_evictions      evictions of good instances in all rounds
//	lost_capacity_rounds pairs (instance, t) of a good instance that is out after round t
//	lost_capacity_s      lost_capacity_rounds * interval_s
//	checks_per_min       (60 / interval_s) * instances
//	min_in_service       min over t of the instances that are not out after round t
//
// false_evictions and lost capacity add up over all rounds. Cells with as many rounds and another interval count over another
// time; to compare intervals, rounds move along with them, so that rounds * interval_s stays the same.
//
// # Assumptions
//
// False failures are independent of each other, of the instance, of its load and of the interval. Checks take no time,
// so that rounds are the only clock; seconds are rounds times the interval. An evicted instance puts no load on the rest.
// One instance fails, once. Evictions are counted, not limited: no product's safeguard keeps a last instance in service.
package health
