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
	values interner // different values of the column, without null
	keys   interner // the keys: pairs of a key of the depth before and the code of a value
	codeOf []int32  // of the row group at hand: the book's code of each of its codes
	number []int32  // of the row group at hand: the book's number of each of its keys
}

// The code of a value is its number and one; null has 0.
const nullCode = 0

// TooManyKeysError says that the columns have more different combinations than an analysis keeps.
type TooManyKeysError struct {
	Columns []string
	Limit   int
}

func (e *TooManyKeysError) Error() string {
	return fmt.Sprintf("%q have more than %d combinations", e.Columns, e.Limit)
}

// NewBook is for keys of the given columns. limits bounds, by depth from 1 on, the number of keys; 0 is no bound.
func NewBook(schema []output.Column, positions []int, limits []int) *Book {
	b := &Book{depths: make([]bookDepth, len(positions)+1), limits: limits}
	for i := range b.depths {
		b.depths[i].values.reset()
		b.depths[i].keys.reset()
	}
	b.depths[0].number = []int32{b.depths[0].child(0, nullCode)}
	for _, p := range positions {
		b.columns = append(b.columns, schema[p])
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
func (d *bookDepth) child(parent, code int32) int32 { return d.keys.number(pair(parent, code)) }

// parent is the key of the depth before that a key begins with, and value its last value.
func (d *bookDepth) parent(key int) int { return int(d.keys.values[key] >> 32) }

func (d *bookDepth) value(key int) Value {
	code := d.code(key)
	if code == nullCode {
		return Value{Null: true}
	}
	return Value{Bits: d.values.values[code-1]}
}

func (d *bookDepth) code(key int) int32 { return int32(d.keys.values[key]) }

func (d *bookDepth) len() int { return len(d.keys.values) }

func (b *Book) checkLimit(depth int) error {
	if limit := b.limits[depth-1]; limit > 0 && b.depths[depth].len() > limit {
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
	d.codeOf = append(d.codeOf[:0], nullCode)
	for _, bits := range local.values.values {
		d.codeOf = append(d.codeOf, d.enter(Value{Bits: bits}))
	}
}

func (d *bookDepth) enter(v Value) int32 {
	if v.Null {
		return nullCode
	}
	return d.values.number(v.Bits) + 1
}

// Numbers are, by key of the row group that was entered last, the numbers of its keys of some depth.
func (b *Book) Numbers(depth int) []int32 { return b.depths[depth].number }

// Len is the number of keys of some depth.
func (b *Book) Len(depth int) int { return b.depths[depth].len() }

// Parent is the key of the depth before that a key begins with.
func (b *Book) Parent(depth, key int) int { return b.depths[depth].parent(key) }

// Values are the values of a key.
func (b *Book) Values(depth, key int) []Value {
	values := make([]Value, depth)
	for ; depth > 0; depth-- {
		d := &b.depths[depth]
		values[depth-1] = d.value(key)
		key = d.parent(key)
	}
	return values
}

// Sorted are the keys of some depth by their values.
func (b *Book) Sorted(depth int) []int {
	keys := make([]int, b.Len(depth))
	paths := make([]int32, len(keys)*depth) // by key: the ranks of its values
	for i := depth; i > 0; i-- {
		rank := b.ranks(i)
		for key := range keys {
			paths[key*depth+i-1] = rank[b.depths[i].code(b.ancestor(depth, i, key))]
		}
	}
	for key := range keys {
		keys[key] = key
	}
	slices.SortFunc(keys, func(x, y int) int {
		return slices.Compare(paths[x*depth:(x+1)*depth], paths[y*depth:(y+1)*depth])
	})
	return keys
}

// ancestor is the key of a lower depth that a key begins with.
func (b *Book) ancestor(depth, lower, key int) int {
	for ; depth > lower; depth-- {
		key = b.depths[depth].parent(key)
	}
	return key
}

// ranks are, by code of a depth, the places of the values in their order.
func (b *Book) ranks(depth int) []int32 {
	d := &b.depths[depth]
	rank := make([]int32, len(d.values.values)+1)
	codes := make([]int32, len(d.values.values))
	for i := range codes {
		codes[i] = int32(i) + 1
	}
	c := &b.columns[depth-1]
	slices.SortFunc(codes, func(x, y int32) int {
		return Value{Bits: d.values.values[x-1]}.Compare(Value{Bits: d.values.values[y-1]}, c)
	})
	for i, code := range codes {
		rank[code] = int32(i)
	}
	rank[nullCode] = int32(len(codes)) // null comes last
	return rank
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
	code := int32(nullCode)
	if !v.Null {
		if code = d.values.find(v.Bits) + 1; code == nullCode {
			return -1
		}
	}
	return d.keys.find(pair(parent, code))
}
