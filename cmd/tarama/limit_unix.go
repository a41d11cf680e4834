//go:build unix

package main

import "golang.org/x/sys/unix"

// limitMemory bounds the address space of this process. Whoever asks for more dies of it.
func limitMemory(bytes uint64) error {
	return unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: bytes, Max: bytes})
}
