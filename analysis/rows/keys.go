package rows

import (
	"tarama/output"
)

// Keys numbers the keys of one row group: the combinations of values that some columns have in its rows, and those of the
// first one, the first two, ... of these columns. Numbers are by first row. It is used again for one row group after the
// other, and for one set of columns after the other.
//
// Depth d is about the first d columns. A key of depth d is one of depth d-1 and one more value; at depth 0 there is one key,
// of no column.
type Keys struct {
	schema []output.Column
	depths []keyDepth
	bits   []uint64
	pairs  pairNumbers
}

type keyDepth struct {
	values interner // different values of the column, without null
	codes  []int32  // by row: the value's number + 1, 0 for null
	ids    []int32  // by row: the key's number
	parent []int32  // by key: the number of its key of the depth before
	code   []int32  // by key: the code of its last value
}

// NewKeys is for keys of columns of a schema.
func NewKeys(schema []output.Column) *Keys { return &Keys{schema: schema} }

// Number numbers the keys of a table that the columns at some positions make.
func (k *Keys) Number(t *output.Table, positions []int) {
	for len(k.depths) <= len(positions) {
		k.depths = append(k.depths, keyDepth{})
	}
	k.depths[0].ids = zeros(k.depths[0].ids, t.Rows)
	k.depths[0].parent = zeros(k.depths[0].parent, 1)
	for i, p := range positions {
		d := &k.depths[i+1]
		k.bits = Bits(k.bits[:0], &k.schema[p], &t.Columns[p])
		d.encode(k.bits, t.Columns[p].Null)
		k.extend(&k.depths[i], d)
	}
}

// IDs are the numbers of the keys of some depth, by row.
func (k *Keys) IDs(depth int) []int32 { return k.depths[depth].ids }

func zeros(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// encode numbers the values. Most columns are the same for a run of rows, which costs nothing to look up.
func (d *keyDepth) encode(values []uint64, null []bool) {
	d.values.reset()
	d.codes = zeros(d.codes, len(values))
	var last uint64
	code := int32(0)
	for row, x := range values {
		if null != nil && null[row] {
			continue
		}
		if x != last || code == 0 {
			last, code = x, d.values.number(x)+1
		}
		d.codes[row] = code
	}
}

// extend numbers the pairs of a key of the depth before and a value.
func (k *Keys) extend(before, d *keyDepth) {
	k.pairs.reset(len(before.parent), len(d.values.values)+1)
	d.ids, d.parent, d.code = zeros(d.ids, len(d.codes)), d.parent[:0], d.code[:0]
	lastKey, lastCode, id := int32(-1), int32(-1), int32(0)
	for row, code := range d.codes {
		key := before.ids[row]
		if key != lastKey || code != lastCode {
			lastKey, lastCode = key, code
			if id = k.pairs.number(key, code); int(id) == len(d.parent) {
				d.parent, d.code = append(d.parent, key), append(d.code, code)
			}
		}
		d.ids[row] = id
	}
}

// pairNumbers numbers pairs in the order in which they first come: by a list of all possible pairs if it is short, else by
// hashing.
type pairNumbers struct {
	list   []int32 // by pair: number + 1; nil if hashing is used
	codes  int
	next   int32
	hashed interner
}

// longestList is how many possible pairs are listed: as much as stays in a core's cache.
const longestList = 1 << 16

func (p *pairNumbers) reset(keys, codes int) {
	p.codes, p.next = codes, 0
	if keys*codes <= longestList {
		p.list = zeros(p.list, keys*codes)
		return
	}
	p.list = p.list[:0]
	p.hashed.reset()
}

func (p *pairNumbers) number(key, code int32) int32 {
	if len(p.list) == 0 {
		return p.hashed.number(pair(key, code))
	}
	place := &p.list[int(key)*p.codes+int(code)]
	if *place == 0 {
		p.next++
		*place = p.next
	}
	return *place - 1
}

func pair(key, code int32) uint64 { return uint64(uint32(key))<<32 | uint64(uint32(code)) }

// value is the last value of a key.
func (d *keyDepth) value(id int) Value {
	if d.code[id] == 0 {
		return Value{Null: true}
	}
	return Value{Bits: d.values.values[d.code[id]-1]}
}

// Values appends the values of a key of some depth.
func (k *Keys) Values(to []Value, depth, id int) []Value {
	if depth == 0 {
		return to
	}
	d := &k.depths[depth]
	return append(k.Values(to, depth-1, int(d.parent[id])), d.value(id))
}

// Len is the number of keys of some depth.
func (k *Keys) Len(depth int) int { return len(k.depths[depth].parent) }
