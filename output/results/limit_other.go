//go:build !unix

package results

// OpenFiles is how many files the process may have open at once.
func OpenFiles() int { return 512 }
