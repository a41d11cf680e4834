package failover

import (
	"testing"

	"tarama/models"
)

// TestCautions asks each caution about the defaults with some values changed.
func TestCautions(t *testing.T) {
	spec, err := Model{}.Spec(nil)
	if err != nil {
		t.Fatal(err)
	}
	type values map[string]any
	for _, c := range []struct {
		caution string
		changed values
		want    models.Verdict
	}{
		{"resolvers-in-step", values{}, models.Aside}, // geographic
		{"resolvers-in-step", values{"policy": "weighted"}, models.Misleading},
		{"resolvers-in-step", values{"policy": "weighted", "resolvers": 41}, models.Fair},
		{"resolvers-in-step", values{"policy": "weighted", "resolver_skew": 0.0}, models.Aside}, // equal resolvers
		{"resolvers-in-step", values{"policy": "weighted", "phases": "random"}, models.Aside},
		{"resolvers-in-step", values{"policy": "weighted", "weight_b34": 50, "weight_b35": 30, "weight_b06": 20}, models.Misleading},
		{"resolvers-in-step", values{"policy": "weighted", "weight_b34": 6}, models.Fair},                   // 11 slots
		{"resolvers-in-step", values{"policy": "weighted", "weight_b35": 0, "weight_b06": 0}, models.Aside}, // one slot
		{"failure-after-end", values{"failure_start_s": 3601}, models.Aside},
		{"failure-after-end", values{"failed_region": "b34", "failure_start_s": 3600}, models.Fair},
		{"failure-after-end", values{"failed_region": "b34", "failure_start_s": 3601}, models.Misleading},
		{"detection-beyond-end", values{"interval_s": 4000}, models.Aside},
		{"detection-beyond-end", values{"failed_region": "b34", "interval_s": 10, "threshold": 350}, models.Fair},
		{"detection-beyond-end", values{"failed_region": "b34", "interval_s": 10, "threshold": 351}, models.Misleading},
		{"detection-beyond-end", values{"failed_region": "b34", "failure_start_s": 3601}, models.Aside},
		{"ttl-beyond-end", values{"ttl_s": 3600}, models.Fair},
		{"ttl-beyond-end", values{"ttl_s": 3601}, models.Misleading},
		{"ttl-beyond-end", values{"failed_region": "b34", "ttl_s": 3491}, models.Fair},
		{"ttl-beyond-end", values{"failed_region": "b34", "ttl_s": 3492}, models.Misleading},
		{"ttl-beyond-end", values{"failed_region": "b34", "ttl_s": 3492, "failure_start_s": 3601}, models.Fair},
		{"failure-in-step", values{}, models.Aside}, // nothing fails
		{"failure-in-step", values{"failed_region": "b34"}, models.Misleading},
		{"failure-in-step", values{"failed_region": "b34", "failure_start_s": 101}, models.Fair},
		{"failure-in-step", values{"failed_region": "b34", "failure_start_s": 109}, models.Fair},
		{"failure-in-step", values{"failed_region": "b34", "interval_s": 1}, models.Aside},
		{"failure-in-step", values{"failed_region": "b34", "threshold": 350}, models.Misleading},
		{"failure-in-step", values{"failed_region": "b34", "threshold": 351}, models.Aside}, // not noticed before the end
		{"open-when-all-out", values{"failed_region": "b34"}, models.Aside},                 // no check fails by mistake
		{"open-when-all-out", values{"false_failure_probability": 0.1}, models.Aside},
		{"open-when-all-out", values{"failed_region": "b34", "false_failure_probability": 0.1}, models.Misleading},
		{"open-when-all-out", values{"failed_region": "b34", "false_failure_probability": 0.1, "threshold": 2}, models.Fair},
		{"open-when-all-out", values{"failed_region": "b34", "false_failure_probability": 0.1, "failure_start_s": 3601}, models.Aside},
	} {
		if got := verdict(t, spec, c.caution, c.changed); got != c.want {
			t.Errorf("%s with %v is %d, want %d", c.caution, c.changed, got, c.want)
		}
	}
}

func verdict(t *testing.T, spec *models.Spec, name string, changed map[string]any) models.Verdict {
	t.Helper()
	for i := range spec.Cautions {
		c := &spec.Cautions[i]
		if c.Name != name {
			continue
		}
		values := make([]models.Value, len(c.Parameters))
		for i, parameter := range c.Parameters {
			p := &spec.Parameters[spec.Lookup(parameter)]
			values[i] = p.Default
			switch v := changed[parameter].(type) {
			case int:
				values[i] = models.IntValue(int64(v))
			case float64:
				values[i] = models.RealValue(v)
			case string:
				values[i] = models.TextValue(p.Type, v)
			}
		}
		return c.Check(values)
	}
	t.Fatalf("there is no caution %s", name)
	return models.Aside
}
