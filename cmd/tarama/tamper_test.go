//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tarama/output"
	"tarama/output/results"
	"tarama/sweep"
)

// What an audit must find: every change of a results directory, by accident or on purpose.

// tinyStudy has one small part.
const tinyStudy = `
study: tiny
title: three seeds
model: health
axes:
  - seed: [7, 8, 9]
`

// auditHere audits a directory in this process, with both readers, as the command does in two.
func auditHere(dir string) (*sweep.AuditReport, error) {
	r, err := results.Open(dir)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	plan, err := sweep.PlanOf(r)
	if err != nil {
		return nil, err
	}
	return sweep.Audit(context.Background(), r, plan, sweep.AuditOptions{
		Workers: 1, Progress: &sweep.Progress{},
		NewExaminer: func(format string) (sweep.PartExaminer, error) {
			return sweep.Local(r, plan, sweep.Selection{}, format)
		},
	})
}

func clean(report *sweep.AuditReport, err error) bool { return err == nil && report.Clean() }

// TestEveryFlippedBitOfTheManifest flips each bit of the manifest, one at a time.
func TestEveryFlippedBitOfTheManifest(t *testing.T) {
	dir, _ := wholeRun(t, writeStudy(t, tinyStudy))
	path := filepath.Join(dir, "manifest.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range text {
		for bit := range 8 {
			changed := bytes.Clone(text)
			changed[i] ^= 1 << bit
			if err := os.WriteFile(path, changed, 0o666); err != nil {
				t.Fatal(err)
			}
			if clean(auditHere(dir)) {
				t.Errorf("bit %d of byte %d went unnoticed: %q became %q", bit, i, around(text, i), around(changed, i))
			}
		}
	}
}

func around(text []byte, i int) []byte { return text[max(0, i-15):min(len(text), i+15)] }

var _ = []any{sha256.New, hex.EncodeToString, json.Valid, errors.New, fmt.Sprint, rand.IntN, strings.Cut, output.FormatNamed}
