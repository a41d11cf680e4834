package results

// Cores are processor cores that a part may use beside that of its caller.
type Cores interface {
	// Borrow takes a core that has nothing to do, if there is one.
	Borrow() bool
	// Return gives a borrowed core back.
	Return()
}

// UseCores lets parts encode their formats side by side where there are cores for it. Without it they encode one after the
// other. Call it before the first part.
func (d *Dir) UseCores(c Cores) { d.cores = c }

// noCores has none to lend.
type noCores struct{}

func (noCores) Borrow() bool { return false }
func (noCores) Return()      {}

// waiting is for work that waits for the disk and so needs no core.
type waiting struct{}

func (waiting) Borrow() bool { return true }
func (waiting) Return()      {}
