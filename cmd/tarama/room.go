package main

import (
	"fmt"

	"tarama/output/results"
	"tarama/sweep"
)

// Whether a disk has room for the results of a study.

// fitsSurely says whether the disk has room for the results even if nothing about them can be packed, so that no pilot is
// needed to tell. What is wrong with a directory is for the run to say.
func fitsSurely(plan *sweep.Plan, dir string) bool {
	free, err := freeSpace(dir)
	return err != nil || free >= mostBytes(plan)
}

// mostBytes is more than the files of a study will take: eight bytes a value and a long error in each row, and for each file
// what it says of the study, twice, and of its columns.
func mostBytes(plan *sweep.Plan) int64 {
	const value, message, column, file = 8, 256, 1 << 10, 1 << 14
	columns := int64(len(plan.Schema().Columns))
	formats := int64(len(plan.Study.Formats))
	said := 2*int64(len(plan.Study.Resolved)) + file + columns*column
	return formats * (plan.Cells()*(columns*value+message) + int64(plan.Parts())*said)
}

func checkRoom(dir string, free, need int64) error {
	if need <= free {
		return nil
	}
	return fmt.Errorf("%s has room for %s, but the results will take %s; choose another disk with -o DIR, or fewer cells",
		dir, size(free), about(need))
}

// sealedBytes is what a directory holds of results already; what is wrong with it, the run itself will say.
func sealedBytes(dir string) (bytes int64, finished bool) {
	contents, err := results.Inspect(dir)
	if err != nil {
		return 0, false
	}
	for _, part := range contents.Parts {
		for _, file := range part.Files {
			bytes += file.Bytes
		}
	}
	return bytes, contents.State == results.Finished
}
