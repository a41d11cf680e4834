package formattest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"tarama/output"
)

// SweepSchema has twenty columns of the kind that studies give: a cell number, axes, fixed parameters, metrics with few
// and with many values, some nullable, a status and an error.
func SweepSchema() *output.Schema {
	policies := []string{"geographic", "latency", "weighted"}
	return &output.Schema{
		Columns: []output.Column{
			{Name: "cell", Type: output.Int64, Role: output.RoleCell, Doc: "number of the cell in the plan"},
			{Name: "policy", Type: output.Dict, Role: output.RoleParameter, Doc: "how answers are chosen", Words: policies},
			{Name: "ttl_s", Type: output.Int64, Role: output.RoleParameter, Unit: "s", Doc: "lifetime of an answer", Few: true},
			{Name: "resolvers", Type: output.Int64, Role: output.RoleParameter, Few: true},
			{Name: "skew", Type: output.Float64, Role: output.RoleParameter, Few: true},
			{Name: "probability", Type: output.Float64, Role: output.RoleParameter, Few: true},
			{Name: "seed", Type: output.Int64, Role: output.RoleParameter},
			{Name: "rate", Type: output.Int64, Role: output.RoleParameter, Unit: "1/s", Few: true},
			{Name: "duration_s", Type: output.Int64, Role: output.RoleParameter, Unit: "s", Few: true},
			{Name: "slo", Type: output.Float64, Role: output.RoleParameter, Unit: "%", Few: true},
			{Name: "rng", Type: output.Dict, Role: output.RoleParameter, Words: []string{"lcg32", "pcg64"}},
			{Name: "accepted", Type: output.Int64, Role: output.RoleMetric},
			{Name: "dropped", Type: output.Int64, Role: output.RoleMetric},
			{Name: "queries", Type: output.Int64, Role: output.RoleMetric, Few: true},
			{Name: "share_eu", Type: output.Float64, Role: output.RoleMetric, Nullable: true},
			{Name: "share_us", Type: output.Float64, Role: output.RoleMetric, Nullable: true},
			{Name: "deviation", Type: output.Float64, Role: output.RoleMetric, Nullable: true},
			{Name: "window_s", Type: output.Int64, Role: output.RoleMetric, Unit: "s", Nullable: true, Few: true},
			{Name: "status", Type: output.Dict, Role: output.RoleStatus, Words: []string{"ok", "failed"}},
			{Name: "error", Type: output.Text, Role: output.RoleStatus, Nullable: true},
		},
		Metadata: []output.Pair{{Key: "study", Value: `{"study":"sample"}`}, {Key: "digest", Value: "0123abcd"}, {Key: "model", Value: "dns"}},
	}
}

// SweepTable fills a table of SweepSchema with rows that begin at the given cell. The same arguments give the same table.
func SweepTable(rows int, first int64) *output.Table {
	s := SweepSchema()
	t := &output.Table{}
	all := make([]int, len(s.Columns))
	for i := range all {
		all[i] = i
	}
	if err := t.Prepare(s, all, rows); err != nil {
		panic(err)
	}
	t.Columns[7] = output.Values{Constant: true, Ints: []int64{514}}
	t.Columns[8] = output.Values{Constant: true, Ints: []int64{3600}}
	t.Columns[9] = output.Values{Constant: true, Reals: []float64{99.9}}
	t.Columns[10] = output.Values{Constant: true, Codes: []int32{0}}
	random := rand.New(rand.NewPCG(1, uint64(first)))
	for row := range rows {
		fillSweepRow(t.Columns, row, first+int64(row), random)
	}
	return t
}

func fillSweepRow(c []output.Values, row int, cell int64, random *rand.Rand) {
	ttl := []int64{30, 60, 300, 900}[cell/3%4]
	c[0].Ints[row] = cell
	c[1].Codes[row] = int32(cell % 3)
	c[2].Ints[row] = ttl
	c[3].Ints[row] = 10 + cell/12%20*10
	c[4].Reals[row] = float64(cell/240%17) / 16
	c[5].Reals[row] = math.Pow(10, -float64(cell/4080%9)/4)
	c[6].Ints[row] = int64(uint32(cell/100) * 0x9E3779B9)
	dropped := random.Int64N(200_000)
	c[11].Ints[row] = 514*3600 - dropped
	c[12].Ints[row] = dropped
	c[13].Ints[row] = 3600 / ttl * (10 + cell/12%20*10)
	share := float64(514*3600-dropped) / (514 * 3600)
	c[14].Reals[row] = share * 0.5
	c[15].Reals[row] = share * random.Float64()
	c[16].Reals[row] = math.Abs(c[15].Reals[row] - 0.3)
	c[17].Ints[row] = ttl + 9
	failed := cell%1009 == 0
	for i := 14; i <= 17; i++ {
		c[i].Null[row] = failed || i == 17 && cell%5 == 0
	}
	c[18].Codes[row], c[19].Null[row], c[19].Texts[row] = 0, true, ""
	if failed {
		c[18].Codes[row], c[19].Null[row] = 1, false
		c[19].Texts[row] = fmt.Sprintf("weights must not all be 0: cell %d", cell%7)
	}
}
