package rows

import (
	"fmt"
	"slices"

	"tarama/output"
)

// Book gives the keys of all row groups the numbers by which they are known over all of the rows. It grows with the number
// of different keys.
type Book struct {
	columns []output.Column
	depths  []bookDepth
	limits  []int
}

type bookDepth struct {
	codes    map[Value]int32
	values   []Value // by code
	children map[uint64]int32
	parent   []int32 // by key
	code     []int32 // by key
	codeOf   []int32 // of the row group at hand: the book's code of each of its codes
	number   []int32 // of the row group at hand: the book's number of each of its keys
}

// TooManyKeysError says that the columns have more different combinations than an analysis keeps.
type TooManyKeysError struct {
	Columns []string
	Limit   int
}

func (e *TooManyKeysError) Error() string {
	return fmt.Sprintf("%q have more than %d combinations", e.Columns, e.Limit)
}

// NewBook is a book for keys of the given columns. limits bounds, by depth from 1 on, the number of keys; 0 is no bound.
func NewBook(schema []output.Column, positions []int, limits []int) *Book {
	b := &Book{depths: make([]bookDepth, len(positions)+1), limits: limits}
	b.depths[0].number, b.depths[0].parent = []int32{0}, []int32{0}
	for i, p := range positions {
		b.columns = append(b.columns, schema[p])
		b.depths[i+1].codes, b.depths[i+1].children = map[Value]int32{}, map[uint64]int32{}
	}
	return b
}

// Enter takes over the keys of a row group, which must be of the book's columns.
func (b *Book) Enter(k *Keys) error {
	for i := 1; i < len(b.depths); i++ {
		d, local := &b.depths[i], &k.depths[i]
		d.enterCodes(local)
		d.number = d.number[:0]
		for id, parent := range local.parent {
			d.number = append(d.number, d.child(b.depths[i-1].number[parent], d.codeOf[local.code[id]]))
		}
		if err := b.checkLimit(i); err != nil {
			return err
		}
	}
	return nil
}

// Add takes over a single key by its values.
func (b *Book) Add(values []Value) error {
	number := int32(0)
	for i, v := range values {
		d := &b.depths[i+1]
		number = d.child(number, d.enter(v))
		if err := b.checkLimit(i + 1); err != nil {
			return err
		}
	}
	return nil
}

// child is the number of the key that begins with a key of the depth before and ends with a value, given by its code.
func (d *bookDepth) child(parent, code int32) int32 {
	key := pair(parent, code)
	number, ok := d.children[key]
	if !ok {
		number = int32(len(d.parent))
		d.children[key] = number
		d.parent, d.code = append(d.parent, parent), append(d.code, code)
	}
	return number
}

func (b *Book) checkLimit(depth int) error {
	if limit := b.limits[depth-1]; limit > 0 && len(b.depths[depth].parent) > limit {
		return &TooManyKeysError{b.names(depth), limit}
	}
	return nil
}

func (b *Book) names(depth int) []string {
	var names []string
	for _, c := range b.columns[:depth] {
		names = append(names, c.Name)
	}
	return names
}

func (d *bookDepth) enterCodes(local *keyDepth) {
	d.codeOf = append(d.codeOf[:0], -1)
	if slices.Contains(local.codes, 0) {
		d.codeOf[0] = d.enter(Value{Null: true})
	}
	for _, bits := range local.values.values {
		d.codeOf = append(d.codeOf, d.enter(Value{Bits: bits}))
	}
}

func (d *bookDepth) enter(v Value) int32 {
	code, ok := d.codes[v]
	if !ok {
		code = int32(len(d.values))
		d.codes[v] = code
		d.values = append(d.values, v)
	}
	return code
}

// Numbers are, by key of the row group that was entered last, the numbers of its keys of some depth.
func (b *Book) Numbers(depth int) []int32 { return b.depths[depth].number }

// Len is the number of keys of some depth.
func (b *Book) Len(depth int) int { return len(b.depths[depth].parent) }

// Parent is the key of the depth before that a key begins with.
func (b *Book) Parent(depth, key int) int { return int(b.depths[depth].parent[key]) }

// Values are the values of a key.
func (b *Book) Values(depth, key int) []Value {
	values := make([]Value, depth)
	for ; depth > 0; depth-- {
		d := &b.depths[depth]
		values[depth-1] = d.values[d.code[key]]
		key = int(d.parent[key])
	}
	return values
}

// Sorted are the keys of some depth by their values.
func (b *Book) Sorted(depth int) []int {
	keys := make([]int, b.Len(depth))
	values := make([][]Value, len(keys))
	for i := range keys {
		keys[i], values[i] = i, b.Values(depth, i)
	}
	slices.SortFunc(keys, func(x, y int) int {
		for i := range depth {
			if c := values[x][i].Compare(values[y][i], &b.columns[i]); c != 0 {
				return c
			}
		}
		return 0
	})
	return keys
}

// Resolve appends the book's numbers of the keys of some depth of a row group, by key, whose keys the book has. Unlike Enter
// it changes nothing, so that several goroutines may use a book side by side. A key that the book does not have is -1.
func (b *Book) Resolve(to []int32, k *Keys, depth int) []int32 {
	before := []int32{0}
	for i := 1; i <= depth; i++ {
		d, local := &b.depths[i], &k.depths[i]
		numbers := make([]int32, 0, len(local.parent))
		for id, parent := range local.parent {
			numbers = append(numbers, d.lookUp(before[parent], local.value(id)))
		}
		before = numbers
	}
	return append(to, before...)
}

func (d *bookDepth) lookUp(parent int32, v Value) int32 {
	code, ok := d.codes[v]
	if !ok {
		return -1
	}
	number, ok := d.children[pair(parent, code)]
	if !ok {
		return -1
	}
	return number
}
