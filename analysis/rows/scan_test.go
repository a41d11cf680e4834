package rows_test

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

// numbered has a column with the numbers 0 to n-1.
func numbered(n, part int) *rows.Memory {
	var all [][]any
	for i := range n {
		all = append(all, []any{i})
	}
	return rowstest.Source([]output.Column{rowstest.Parameter("x", output.Int64)}, part, all)
}

func TestScanKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, part := rapid.IntRange(0, 60).Draw(t, "rows"), rapid.IntRange(1, 9).Draw(t, "part")
		workers := rapid.IntRange(0, 9).Draw(t, "workers")
		source := numbered(n, part)
		source.Groups = rapid.IntRange(0, 5).Draw(t, "groups")
		groups := max(1, source.Groups)
		var got []int64
		err := rows.Scan(source, []int{0}, workers, rows.Steps[int64]{
			Prepare: func(c *rows.Chunk, first *int64) error { *first = c.Table.Columns[0].Ints[0]; return nil },
			Consume: func(c *rows.Chunk, first *int64) error {
				if c.Table.Columns[0].Ints[0] != *first {
					return errors.New("another chunk's preparation")
				}
				if int(*first) != (c.Part*groups+c.Group)*part {
					return fmt.Errorf("part %d, group %d begin with %d", c.Part, c.Group, *first)
				}
				got = append(got, c.Table.Columns[0].Ints...)
				return nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != n || !slices.IsSorted(got) {
			t.Fatalf("rows came as %v", got)
		}
	})
}

// TestScanEnds: whichever step fails, at whichever part, Scan returns that error and leaves no worker behind.
func TestScanEnds(t *testing.T) {
	broken := errors.New("broken")
	for _, at := range []int{0, 1, 7, 19} {
		for _, workers := range []int{1, 2, 5} {
			fail := func(c *rows.Chunk, _ *int) error {
				if c.Part == at {
					return broken
				}
				return nil
			}
			pass := func(*rows.Chunk, *int) error { return nil }
			for name, steps := range map[string]rows.Steps[int]{
				"prepare": {Prepare: fail, Consume: pass},
				"consume": {Prepare: pass, Consume: fail},
			} {
				s := &counting{Source: numbered(20, 1)}
				if err := rows.Scan[int](s, []int{0}, workers, steps); !errors.Is(err, broken) {
					t.Errorf("%s fails at part %d with %d workers: error %v", name, at, workers, err)
				}
				if n := s.open.Load(); n != 0 {
					t.Errorf("%s fails at part %d with %d workers: %d parts are still open", name, at, workers, n)
				}
			}
		}
	}
}

func TestScanReportsOpenErrors(t *testing.T) {
	s := &counting{Source: numbered(5, 1), broken: 3}
	seen := 0
	err := rows.Scan(s, []int{0}, 3, rows.Steps[int]{
		Prepare: func(*rows.Chunk, *int) error { return nil },
		Consume: func(*rows.Chunk, *int) error { seen++; return nil },
	})
	if !errors.Is(err, errOpen) || seen != 3 {
		t.Errorf("error %v after %d parts, want one after 3", err, seen)
	}
}

var errOpen = errors.New("cannot be opened")

// counting counts the parts that are open; opening part broken fails, if it is not 0.
type counting struct {
	rows.Source
	broken int
	open   atomic.Int32
}

func (c *counting) Open(part int) (rows.Part, error) {
	if c.broken > 0 && part == c.broken {
		return nil, errOpen
	}
	p, err := c.Source.Open(part)
	c.open.Add(1)
	return closing{p, c}, err
}

type closing struct {
	rows.Part
	c *counting
}

func (p closing) Close() error { p.c.open.Add(-1); return p.Part.Close() }

func TestEach(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 50} {
		done := make([]int32, 20)
		rows.Each(len(done), workers, func(i int) { atomic.AddInt32(&done[i], 1) })
		if slices.ContainsFunc(done, func(n int32) bool { return n != 1 }) {
			t.Errorf("%d workers: done %v", workers, done)
		}
	}
}
