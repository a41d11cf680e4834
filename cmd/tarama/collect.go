package main

import (
	"os"
	"runtime/debug"
)

// collectOften has the garbage collector run when the heap has grown by a quarter instead of doubling, unless GOGC says
// otherwise. An analysis holds a few large buffers of numbers, in which there is nothing to look for: collecting often costs
// it some hundredths of its time, and it takes a third less memory.
func collectOften() {
	const quarter = 25
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(quarter)
	}
}
