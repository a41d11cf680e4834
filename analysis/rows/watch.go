package rows

// Watcher is told how far the Scans of a source are. Its methods are called by one goroutine at a time.
type Watcher interface {
	// Begin is told of each pass over the rows: what it is after, in a few words.
	Begin(pass string)

	// Passed is told of rows that the pass is done with, a row group at a time. Rows that a condition leaves out are among them.
	Passed(rows int)
}

// Watch is a source whose Scans tell a watcher how far they are, also where others stand in front of it, such as Where.
func Watch(s Source, w Watcher) Source { return &watched{s, w} }

type watched struct {
	Source
	watcher Watcher
}

// watcherOf is the watcher of a source or of those behind it.
func watcherOf(s Source) Watcher {
	for {
		switch front := s.(type) {
		case *watched:
			return front.watcher
		case *Filtered:
			s = front.Source
		case *indicated:
			s = front.Source
		default:
			return nobody{}
		}
	}
}

// nobody watches.
type nobody struct{}

func (nobody) Begin(string) {}
func (nobody) Passed(int)   {}
