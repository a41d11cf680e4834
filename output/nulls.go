package output

// nullChunk is how many flags are compared at once.
const nullChunk = 1 << 10

var (
	noneNull [nullChunk]bool
	allNull  = func() (all [nullChunk]bool) {
		for i := range all {
			all[i] = true
		}
		return all
	}()
)

// countNulls counts the flags that are set. Of most columns either none is or all are, and whole arrays are compared at the
// speed of memory.
func countNulls(null []bool) int {
	n := 0
	for ; len(null) >= nullChunk; null = null[nullChunk:] {
		switch chunk := (*[nullChunk]bool)(null); {
		case *chunk == noneNull:
		case *chunk == allNull:
			n += nullChunk
		default:
			n += countSingly(chunk[:])
		}
	}
	return n + countSingly(null)
}

func countSingly(null []bool) int {
	n := 0
	for _, is := range null {
		if is {
			n++
		}
	}
	return n
}

// nulls returns the flags of the rows from from to to if any of them is set, and nil if not, and how many are.
func (v *Values) nulls(c *Column, from, to int) ([]bool, int) {
	if v.Null == nil || v.Constant || !c.Nullable {
		return nil, 0
	}
	null := v.Null[from:to]
	n := countNulls(null)
	if n == 0 {
		return nil, 0
	}
	return null, n
}
