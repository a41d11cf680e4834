package health

import (
	"maps"
	"slices"
	"testing"

	"tarama/models"
	"tarama/models/modeltest"
)

// workloads are the seed's cell over many seeds, with nothing to share between cells, and a study of three thresholds
// and three intervals a seed.
func workloads(b *testing.B) map[string][]modeltest.Cell {
	spec, err := Model{}.Spec(nil)
	if err != nil {
		b.Fatal(err)
	}
	loads := map[string][]modeltest.Cell{}
	for seed := range int64(200) {
		c := modeltest.DefaultCell(spec).With("seed", models.IntValue(seed))
		loads["alone"] = append(loads["alone"], c)
		loads["alone/pcg64"] = append(loads["alone/pcg64"], c.With("rng", models.TextValue(models.Enum, "pcg64")))
		for threshold := int64(1); threshold <= 3; threshold++ {
			for _, interval := range []int64{2, 5, 10} {
				loads["study"] = append(loads["study"],
					c.With("threshold", models.IntValue(threshold)).With("interval_s", models.IntValue(interval)))
			}
		}
	}
	return loads
}

func BenchmarkKernel(b *testing.B) {
	loads := workloads(b)
	for _, name := range slices.Sorted(maps.Keys(loads)) {
		b.Run(name, func(b *testing.B) { modeltest.BenchmarkKernel(b, loads[name]) })
	}
}

func BenchmarkReference(b *testing.B) {
	loads := workloads(b)
	for _, name := range slices.Sorted(maps.Keys(loads)) {
		b.Run(name, func(b *testing.B) {
			modeltest.BenchmarkReference(b, loads[name], func(c modeltest.Cell) modeltest.Row { return reference(cellOf(c)).values() })
		})
	}
}
