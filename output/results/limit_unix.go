//go:build unix

package results

import "syscall"

// OpenFiles is how many files this process may have open at once.
func OpenFiles() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil || uint64(limit.Cur) > 1<<20 {
		return 1 << 20
	}
	return int(limit.Cur)
}
