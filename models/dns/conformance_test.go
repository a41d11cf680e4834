package dns

import (
	"testing"

	"tarama/models/internal/traffic/traffictest"
)

func TestConformance(t *testing.T) { traffictest.Conformance(t, Model{}, reference) }
