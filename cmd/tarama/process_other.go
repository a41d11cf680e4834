//go:build !unix

package main

import "os"

// processExists says whether a process of this host is there.
func processExists(pid int) bool {
	process, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	return process.Release() == nil
}
