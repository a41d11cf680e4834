// Package registry is the explicit list of the models. A model is added by adding its folder and one line here.
package registry

import (
	"tarama/models"
	"tarama/models/dns"
	"tarama/models/failover"
	"tarama/models/health"
	"tarama/models/lb"
)

// All returns the models in the order in which help and docs list them.
func All() []models.Model {
	return []models.Model{
		dns.Model{},
		failover.Model{},
		health.Model{},
		lb.Model{},
	}
}

// Lookup returns the model of that name, or nil.
func Lookup(name string) models.Model {
	for _, m := range All() {
		if m.Name() == name {
			return m
		}
	}
	return nil
}
