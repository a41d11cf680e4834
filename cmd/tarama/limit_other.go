//go:build !unix

package main

import "runtime/debug"

// limitMemory has the collector keep this process below a size as far as it can: this system has no hard limit that we
// know.
func limitMemory(bytes uint64) error {
	debug.SetMemoryLimit(int64(bytes))
	return nil
}
