// Package traffictest is what the tests of dns and failover share: a slow, obvious form of the traffic model that walks
// through every second and every resolver, generators of random topologies and cells, and the tests that hold a kernel
// to the slow form. The slow form is written from the definition of the models alone and takes nothing of package
// traffic but the Topology.
package traffictest
