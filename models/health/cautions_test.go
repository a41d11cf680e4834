package health

import (
	"testing"

	"tarama/models"
)

func TestCautions(t *testing.T) {
	check := map[string]func([]models.Value) models.Verdict{}
	for _, c := range cautions() {
		check[c.Name] = c.Check
	}
	for _, c := range []struct {
		caution                  string
		failure, rounds, missing int64
		want                     models.Verdict
	}{
		{"failure-after-end", 300, 300, 0, models.Fair},
		{"failure-after-end", 301, 300, 0, models.Misleading},
		{"detection-beyond-end", 298, 300, 3, models.Fair},
		{"detection-beyond-end", 298, 300, 4, models.Misleading},
		{"detection-beyond-end", 301, 300, 1, models.Aside},
	} {
		values := []models.Value{models.IntValue(c.failure), models.IntValue(c.rounds), models.IntValue(c.missing)}
		if got := check[c.caution](values); got != c.want {
			t.Errorf("%s of %v is %d, want %d", c.caution, values, got, c.want)
		}
	}
}
