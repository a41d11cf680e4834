// Package traffic simulates what dns and failover share: client requests that reach regions through the answers that
// resolvers cached.
//
// # Words
//
// A region serves requests. A client group has a distance to every region and a geographic region. A resolver belongs to
// one group, carries a fixed number of requests per second (its quota), and holds one answer, the name of a region, for
// ttl_s seconds before it asks the authoritative server again. The server answers by one of three policies; the weighted
// one goes round a rotation, a fixed sequence of slots that name regions, with a cursor. A region that is out of the
// answers is not named; a region that is down drops what it gets. Regions come out of and back into the answers at the
// seconds that the caller names: dns knows them beforehand, failover takes them from health checks.
//
// # By events
//
// Nothing here counts second by second. Every resolver asks once in each window of ttl_s seconds, always at the same
// place in it, its phase. Sorted by (phase, resolver), the resolvers ask in the same order in every window; a resolver's
// place in that order is its rank, and ask number i is made by rank i mod resolvers in window i / resolvers. Window 0
// lies before second 1, so that every resolver holds an answer when counting begins.
//
// Between two changes of the set of regions in service the answers follow from the ask number alone: a region for each
// group, or slot (cursor + i) mod length of the rotation's slots in service. So the whole state repeats after
// lcm(resolvers, length) asks, and where length divides resolvers it does not change at all: cycle.go plays at most one
// such cycle of every stretch and multiplies the rest. Most stretches are shorter than that where checks err often; their
// questions are played one by one, without a branch that depends on an answer (questions.go), and a change that nobody has asked
// about is never looked at. What neighbours begin with is kept (snapshot.go).
//
// A cell in which the answers never change needs less still: its requests are arithmetic, and its peaks one cycle (steady.go,
// with the loads of all regions in one word: lanes.go, and what each question does to them found beforehand: moves.go). Cells
// that differ in their weights alone share what each slot of the rotation brings in, and only add its slots up by region
// (yields.go). Where all phases fit into one window besides, all such cells of one rotation and number of resolvers do the same
// whatever ttl_s is, some longer than others, and share it (track.go). There, whole distances make even the groups one
// (accounts.go).
//
// # Assumptions
//
// Answers are held for exactly ttl_s seconds; requests are the same in every second and are not retried; regions have no
// capacity limit; one region fails, at one second, for good. If all regions are out of the answers, none is (fail open).
package traffic
