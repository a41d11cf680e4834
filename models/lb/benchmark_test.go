package lb

import (
	"testing"

	"tarama/models"
	"tarama/models/modeltest"
)

// workload is the seed's cell over many seeds, alone or with all arrangements and two rule orders a seed.
func workload(b *testing.B, shared bool) []modeltest.Cell {
	spec, err := Model{}.Spec(nil)
	if err != nil {
		b.Fatal(err)
	}
	var cells []modeltest.Cell
	for seed := range int64(200) {
		c := modeltest.DefaultCell(spec).With("seed", models.IntValue(seed))
		if !shared {
			cells = append(cells, c.With("arrangement", models.TextValue(models.Enum, "l7")))
			continue
		}
		for _, arrangement := range arrangementWords {
			for _, order := range []string{"harita>sayac>varlik>yonetim", "yonetim>varlik>sayac>harita"} {
				cells = append(cells, c.With("arrangement", models.TextValue(models.Enum, arrangement)).
					With("rule_order", models.TextValue(models.Order, order)))
			}
		}
	}
	return cells
}

func BenchmarkKernel(b *testing.B) {
	b.Run("alone", func(b *testing.B) { modeltest.BenchmarkKernel(b, workload(b, false)) })
	b.Run("study", func(b *testing.B) { modeltest.BenchmarkKernel(b, workload(b, true)) })
}

func BenchmarkReference(b *testing.B) {
	b.Run("alone", func(b *testing.B) {
		modeltest.BenchmarkReference(b, workload(b, false), func(c modeltest.Cell) modeltest.Row { return reference(nil, c) })
	})
}
