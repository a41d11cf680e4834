package registry

import "testing"

func TestLookup(t *testing.T) {
	last := ""
	for _, m := range All() {
		if m.Name() <= last {
			t.Errorf("%s comes after %s: the list is not in alphabetical order, or a name is there twice", m.Name(), last)
		}
		last = m.Name()
		if got := Lookup(m.Name()); got != m {
			t.Errorf("looking up %s gives %v", m.Name(), got)
		}
	}
	if got := Lookup("weather"); got != nil {
		t.Errorf("looking up an unknown name gives %v", got)
	}
}
