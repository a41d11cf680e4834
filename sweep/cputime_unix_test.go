//go:build unix

package sweep

import (
	"syscall"
	"time"
)

// cpuTime is the processor time that this process has used so far. On a machine that does other things too it says more
// than the clock.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
