package results

// reservedFiles are left for everything but parts: standard streams, the journal, the lock, what is read.
const reservedFiles = 24

// PartLimit is how many parts may be written at once before the process runs out of open files, at least one.
func (d *Dir) PartLimit() int {
	return max(1, (OpenFiles()-reservedFiles)/(len(d.formats)+1))
}
