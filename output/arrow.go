package output

import "io"

// Arrow is the Arrow IPC file format: record batches, buffers compressed with LZ4.
var Arrow Format = arrowFormat{}

type arrowFormat struct{}

func (arrowFormat) Name() string { return "arrow" }

func (arrowFormat) NewWriter(w io.Writer, s *Schema) (Writer, error) { return newArrowWriter(w, s) }

func (arrowFormat) Open(path string) (Reader, error) { return openArrow(path) }
