package secondreader

import (
	"slices"
	"testing"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		name  string
		data  []byte
		width uint
		n     int
		want  []int32 // nil: an error
	}{
		{"a run", []byte{5 << 1, 7}, 3, 5, []int32{7, 7, 7, 7, 7}},
		{"a run of two bytes", []byte{2 << 1, 0x34, 0x12}, 13, 2, []int32{0x1234, 0x1234}},
		{"a run without bits", []byte{3 << 1}, 0, 3, []int32{0, 0, 0}},
		{"a group", []byte{1<<1 | 1, 0b10110001}, 1, 8, []int32{1, 0, 0, 0, 1, 1, 0, 1}},
		{"a group that is padded", []byte{1<<1 | 1, 0b101}, 1, 3, []int32{1, 0, 1}},
		{"a run and a group", []byte{2 << 1, 1, 1<<1 | 1, 0b10}, 1, 4, []int32{1, 1, 0, 1}},
		{"nothing", nil, 1, 1, nil},
		{"an empty run for ever", []byte{0, 0, 0, 0}, 0, 4, nil},
		{"an empty group for ever", []byte{1, 1, 1, 1}, 1, 4, nil},
		{"a run that is too long", []byte{9 << 1, 1}, 1, 8, nil},
		{"a group too many", []byte{2<<1 | 1, 0, 0}, 1, 8, nil},
		{"a run that is too wide", []byte{8 << 1, 2}, 1, 8, nil},
		{"a run cut off", []byte{2 << 1, 1}, 9, 2, nil},
		{"a group cut off", []byte{1<<1 | 1, 0}, 2, 8, nil},
		{"a run without an end", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, 1, 8, nil},
		{"too few", []byte{2 << 1, 1}, 1, 3, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			read, err := new(chunk).numbers(c.data, c.width, c.n)
			got := read.each
			if err == nil && read.isRun() {
				got = slices.Repeat([]int32{read.run}, c.n)
			}
			if (err != nil) != (c.want == nil) || !slices.Equal(got, c.want) {
				t.Errorf("got %v, %v, want %v", got, err, c.want)
			}
		})
	}
}

func TestLookUp(t *testing.T) {
	words := []string{"a", "b", "c"}
	for _, codes := range []numbers{{each: []int32{2, 0, 3}}, {each: []int32{2, 0, -1}}, {run: 3}, {run: -1}} {
		if err := lookUp(make([]string, 3), words, codes); err == nil {
			t.Errorf("%v: no error", codes)
		}
	}
	for _, codes := range []numbers{{each: []int32{2, 2, 2}}, {run: 2}} {
		got := make([]string, 3)
		if err := lookUp(got, words, codes); err != nil || !slices.Equal(got, []string{"c", "c", "c"}) {
			t.Errorf("%v: %q, %v", codes, got, err)
		}
	}
}
