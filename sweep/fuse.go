package sweep

// The fuse computes the first rows before anything is written, and stops at the first that can be computed. A study
// of which they all fail is a mistake that should not cost a night.
const (
	fuseRows  = 1000
	fuseCells = 1 << 20 // looked at for them, if where leaves out most
	fuseBlock = 64
)

// checkFuse returns a *FuseError if the first fuseRows rows of the plan all fail. Where there are fewer rows, nothing
// is said: they are quickly run, and the rows themselves say why they failed.
func checkFuse(plan *Plan) error {
	e := newEvaluator(plan, fuseBlock)
	rows := 0
	var fuse FuseError
	for first := int64(0); first < min(plan.Cells(), fuseCells) && rows < fuseRows; {
		count := min(fuseBlock, int64(fuseRows-rows), plan.Cells()-first)
		if rows == 0 {
			count = 1 // nearly always the first cell settles it, and it may be a slow one
		}
		table, failed := e.evaluate(first, int(count))
		if failed < table.Rows {
			return nil
		}
		if rows == 0 && failed > 0 {
			fuse.Cell = table.Columns[0].Ints[0]
			fuse.Why = table.Columns[plan.statusColumn()+1].Texts[0]
		}
		rows += failed
		first += count
	}
	if rows < fuseRows {
		return nil
	}
	fuse.Rows = fuseRows
	return &fuse
}
