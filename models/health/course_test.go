package health

import (
	"testing"

	"tarama/models"
	"tarama/models/modeltest"
)

// TestCourseTable holds the table of the course text: detection round by threshold, whatever the interval; false
// evictions and lost capacity by threshold; checks by interval.
func TestCourseTable(t *testing.T) {
	spec, err := Model{}.Spec(nil)
	if err != nil {
		t.Fatal(err)
	}
	type line struct{ detectionRound, falseEvictions, lostRounds int64 }
	byThreshold := []line{{120, 78, 165}, {121, 2, 4}, {122, 0, 0}}
	for interval, checksPerMin := range map[int64]float64{2: 180, 5: 72, 10: 36} {
		for i, want := range byThreshold {
			c := modeltest.DefaultCell(spec).
				With("threshold", models.IntValue(int64(i)+1)).With("interval_s", models.IntValue(interval))
			row := modeltest.Evaluate([]modeltest.Cell{c})[0]
			for name, v := range map[string]models.Value{
				"outcome":              models.TextValue(models.Enum, "evicted"),
				"detection_round":      models.IntValue(want.detectionRound),
				"detection_s":          models.IntValue((want.detectionRound - 119) * interval),
				"false_evictions":      models.IntValue(want.falseEvictions),
				"lost_capacity_rounds": models.IntValue(want.lostRounds),
				"lost_capacity_s":      models.IntValue(want.lostRounds * interval),
				"checks_per_min":       models.RealValue(checksPerMin),
			} {
				if row[name] != v {
					t.Errorf("%s is %s, want %s, in cell%s", name, row[name], v, c)
				}
			}
		}
	}
}

// TestLargeCells runs cells that the random ones leave out for the reference's sake: certain and impossible failures at
// the ends of the bounds, where the answer is known.
func TestLargeCells(t *testing.T) {
	spec, err := Model{}.Spec(nil)
	if err != nil {
		t.Fatal(err)
	}
	largest := modeltest.DefaultCell(spec).
		With("instances", models.IntValue(maxInstances)).With("rounds", models.IntValue(maxRounds)).
		With("failure_round", models.IntValue(maxRounds)).With("threshold", models.IntValue(1))
	for probability, want := range map[float64]map[string]int64{
		0: {"detection_round": maxRounds, "false_evictions": 0, "lost_capacity_rounds": 0, "min_in_service": maxInstances - 1},
		1: {"detection_s": 0, "false_evictions": maxInstances, "lost_capacity_rounds": maxInstances*maxRounds - 1, "min_in_service": 0},
	} {
		c := largest.With("false_failure_probability", models.RealValue(probability))
		row := modeltest.Evaluate([]modeltest.Cell{c})[0]
		for name, v := range want {
			if row[name] != models.IntValue(v) {
				t.Errorf("%s is %s, want %d, in cell%s", name, row[name], v, c)
			}
		}
	}
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		rule   int
		values []int64
		want   string
	}{
		{0, []int64{5, 6}, ""},
		{0, []int64{6, 6}, "failed_instance is 6, but must be less than instances, which is 6"},
		{1, []int64{1 << 10, 1 << 20, 1 << 23}, ""},
		{1, []int64{3, 1501199875790165 / 3, 6}, ""},
		{1, []int64{1e4, 1e7, 90072}, "instances * rounds * interval_s is 10000 * 10000000 * 90072, but must be at most 2^53 for lost_capacity_s to be exact"},
		{1, []int64{1e4, 1e7, 1<<31 - 1}, "instances * rounds * interval_s is 10000 * 10000000 * 2147483647, but must be at most 2^53 for lost_capacity_s to be exact"},
	} {
		var values []models.Value
		for _, v := range c.values {
			values = append(values, models.IntValue(v))
		}
		got := ""
		if err := rules()[c.rule].Check(values); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("rule %d of %v says %q, want %q", c.rule, c.values, got, c.want)
		}
	}
}
