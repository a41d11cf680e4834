package output_test

import (
	"testing"

	"tarama/output"
	"tarama/output/formattest"
)

func TestParquet(t *testing.T) { formattest.Run(t, output.Parquet, true) }

func TestArrow(t *testing.T) { formattest.Run(t, output.Arrow, false) }
