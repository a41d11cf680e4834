//go:build !unix

package results

// openFiles is how many files the process may have open at once.
func openFiles() int { return 512 }
