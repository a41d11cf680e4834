// Package models says what a model is: a declaration of parameters, metrics and rules (Spec), and kernels that compute
// cells by the batch (Kernel). Each model is a folder below; models/registry lists them.
//
// The words: a parameter is an input, a metric an output, a cell one combination of parameter values. A scenario is the
// part of a study that changes which parameters and metrics there are: the topology of dns and failover, the routing
// rules of lb.
//
// The package knows neither study files nor the formats of results. It imports nothing of this module, so that a model
// can be read, tested and added on its own.
package models
