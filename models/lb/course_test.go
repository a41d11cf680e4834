package lb

import (
	"testing"

	"tarama/models"
	"tarama/models/modeltest"
)

// TestCourseTable holds the tables of the course text: the three arrangements of one stream of requests.
func TestCourseTable(t *testing.T) {
	spec, err := Model{}.Spec(nil)
	if err != nil {
		t.Fatal(err)
	}
	for arrangement, want := range map[string]map[string]int64{
		"l4": {
			"visible_fields": 2, "applied_rules": 1, "correct_pool": 176, "wrong_pool": 1024, "client_changes": 0,
			"handshake_rounds": 1, "fields_examined": 1200, "termination_points": 6, "key_copies": 6,
		},
		"l4_port_split": {
			"visible_fields": 2, "applied_rules": 3, "correct_pool": 547, "wrong_pool": 653, "client_changes": 2,
			"handshake_rounds": 1, "fields_examined": 1200, "termination_points": 6, "key_copies": 6,
		},
		"l7": {
			"visible_fields": 5, "applied_rules": 5, "correct_pool": 1200, "wrong_pool": 0, "client_changes": 0,
			"handshake_rounds": 2, "fields_examined": 3075, "termination_points": 7, "key_copies": 1,
		},
	} {
		c := modeltest.DefaultCell(spec).With("arrangement", models.TextValue(models.Enum, arrangement))
		row := modeltest.Evaluate([]modeltest.Cell{c})[0]
		for name, v := range want {
			if row[name] != models.IntValue(v) {
				t.Errorf("%s: %s is %s, want %d", arrangement, name, row[name], v)
			}
		}
	}
}
