package modeltest_test

import (
	"math"
	"runtime"

	"tarama/models"
	"tarama/models/modeltest"
)

// coin says how often a coin that is not quite fair wins: a small model with a metric of every type, a null, a vector
// and a rule.
type coin struct{ fault string }

func (coin) Name() string        { return "coin" }
func (coin) ScenarioKey() string { return "" }
func (coin) NewScenario() any    { return nil }

func (c coin) Spec(any) (*models.Spec, error) {
	s := &models.Spec{
		Model: "coin", Version: 1, Doc: "a coin that is not quite fair",
		Parameters: []models.Parameter{
			{Name: "tosses", Type: models.Int, Doc: "number of tosses", Default: models.IntValue(10), Bounds: models.Between(1, 1000)},
			{Name: "bias", Type: models.Real, Doc: "share of heads", Default: models.RealValue(0.5), Bounds: models.Between(0, 1)},
			{Name: "side", Type: models.Enum, Doc: "side that wins", Default: models.TextValue(models.Enum, "heads"), Words: []string{"heads", "tails"}},
			{Name: "luck", Type: models.Int, Doc: "seed of nothing", Bounds: models.Any},
		},
		Metrics: []models.Metric{
			{Name: "wins", Type: models.Int, Doc: "tosses won, rounded down"},
			{Name: "tosses_per_win", Type: models.Real, Doc: "tosses divided by wins", Nullable: true},
			{Name: "verdict", Type: models.Enum, Doc: "which side wins more often", Words: []string{"ours", "theirs", "neither"}},
		},
		Vectors: []models.Vector{{Name: "counts", Parameters: []string{"tosses"}}},
		Rules:   []models.Rule{{Doc: "any number of tosses is fine", Parameters: []string{"tosses"}, Check: func([]models.Value) error { return nil }}},
		Cautions: []models.Caution{{
			Name: "sure-win", Doc: "the coin has one side only: there is nothing to learn", Advice: "a bias between 0 and 1",
			Parameters: []string{"bias"}, Check: func(v []models.Value) models.Verdict {
				if v[0].Real == 0 || v[0].Real == 1 {
					return models.Misleading
				}
				return models.Fair
			},
		}},
		Chance: &models.Chance{
			Seed: "luck", Generator: "side", Independent: "heads",
			Draws:      func([]models.Value) bool { return false }, // it tosses on paper
			Replicates: func(string, []int64) []models.Finding { return nil },
		},
		NewKernel: func(words [][]string) models.Kernel { return &coinKernel{words: words[2], fault: c.fault} },
	}
	if f, ok := specFaults[c.fault]; ok {
		f.spoil(s)
	}
	return s, nil
}

// coinKernel computes coin, with the fault of that name.
type coinKernel struct {
	words   []string
	fault   string
	last    int64
	share   float64
	garbage []byte
}

// shared is memory of all kernels, which none may have.
var shared int64

func (k *coinKernel) Run(b *models.Batch) {
	for _, row := range b.Order {
		k.row(b, row)
	}
	for row := range b.Rows {
		if k.fault == "touches all rows" {
			k.row(b, int32(row))
		}
	}
}

func (k *coinKernel) row(b *models.Batch, row int32) {
	tosses, share := b.Parameters[0].Ints[row], b.Parameters[1].Reals[row]
	code := b.Parameters[2].Codes[row]
	tails := k.words[code] == "tails"
	if k.fault == "takes codes as words" {
		tails = code == 1
	}
	if tails {
		share = 1 - share
	}
	wins := int64(float64(tosses) * share)
	switch k.fault {
	case "wrong by one":
		wins++
	case "fails a cell":
		b.Fail(int(row), "the coin is lost")
	case "trusts earlier batches": // that a constant is the same in all
		if k.share == 0 {
			k.share = share
		}
		if b.Parameters[1].Constant {
			wins = int64(float64(tosses) * k.share)
		}
	case "remembers":
		k.last, wins = wins, max(wins, k.last)
	case "shares memory":
		shared = wins
		runtime.Gosched() // another kernel's turn
		wins = shared
	case "allocates":
		k.garbage = make([]byte, 100)
	}
	k.write(b, row, tosses, wins)
}

func (k *coinKernel) write(b *models.Batch, row int32, tosses, wins int64) {
	m := b.Metrics
	per := float64(tosses) / float64(wins)
	switch k.fault {
	case "wrong in one bit":
		per = math.Nextafter(per, 0)
	case "not a number":
		per = 0 / float64(wins-1)
	}
	if k.fault != "metric not written" {
		m[0].Ints[row] = wins
	}
	if k.fault != "null not written" {
		m[0].Null[row] = false
	}
	m[1].Reals[row] = per
	m[1].Null[row] = wins == 0
	m[2].Codes[row] = verdict(tosses, wins)
	m[2].Null[row] = false
}

// verdict returns the code of the side that wins more often.
func verdict(tosses, wins int64) int32 {
	switch {
	case 2*wins > tosses:
		return 0
	case 2*wins < tosses:
		return 1
	}
	return 2
}

func coinReference(_ any, c modeltest.Cell) modeltest.Row {
	share := c.Real("bias")
	if c.Text("side") == "tails" {
		share = 1 - share
	}
	tosses := c.Int("tosses")
	wins := int64(float64(tosses) * share)
	row := modeltest.Row{
		"wins":    models.IntValue(wins),
		"verdict": models.TextValue(models.Enum, []string{"ours", "theirs", "neither"}[verdict(tosses, wins)]),
	}
	if wins > 0 {
		row["tosses_per_win"] = models.RealValue(float64(tosses) / float64(wins))
	}
	return row
}
