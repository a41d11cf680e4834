//go:build !unix

package sweep

import "time"

var processBegan = time.Now()

// cpuTime is the clock where processor time cannot be asked for.
func cpuTime() time.Duration { return time.Since(processBegan) }
