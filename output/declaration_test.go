package output

import "testing"

// TestDifference changes one property of a column after the other.
func TestDifference(t *testing.T) {
	column := Column{Name: "policy", Type: Dict, Role: RoleParameter, Unit: "s", Doc: "how", Words: []string{"a", "b"}}
	for want, change := range map[string]func(c *Column){
		"":                                     func(c *Column) { c.Few = true },
		`name "other" instead of "policy"`:     func(c *Column) { c.Name = "other" },
		`type "text" instead of "dictionary"`:  func(c *Column) { c.Type = Text },
		`role "metric" instead of "parameter"`: func(c *Column) { c.Role = RoleMetric },
		`unit "" instead of "s"`:               func(c *Column) { c.Unit = "" },
		`doc "why" instead of "how"`:           func(c *Column) { c.Doc = "why" },
		`nullable "true" instead of "false"`:   func(c *Column) { c.Nullable = true },
		`words "b, a" instead of "a, b"`:       func(c *Column) { c.Words = []string{"b", "a"} },
		`name "x" instead of "policy"`:         func(c *Column) { c.Name, c.Unit = "x", "y" },
	} {
		changed := column
		change(&changed)
		if got := changed.Difference(&column); got != want {
			t.Errorf("difference %q, want %q", got, want)
		}
	}
}
