package modeltest

// Failure runs a cell with a kernel of its own and returns the message with which it fails, or "".
func Failure(c Cell) string {
	t := newTable(c.spec, []Cell{c}, poisonA)
	t.run()
	return t.batch.Failures[0]
}
