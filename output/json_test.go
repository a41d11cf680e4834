package output

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// The JSON module of the Arrow library is replaced by third_party/go-json. No file of ours needs it, but an array that is read
// from JSON and written again must still be what it was.
func TestArraysThroughTheReplacedJSON(t *testing.T) {
	const text = `[{"n":9007199254740993,"w":"<é>","x":[0.1,null]},null]`
	kind := arrow.StructOf(
		arrow.Field{Name: "n", Type: arrow.PrimitiveTypes.Int64},
		arrow.Field{Name: "w", Type: arrow.BinaryTypes.String, Nullable: true},
		arrow.Field{Name: "x", Type: arrow.ListOf(arrow.PrimitiveTypes.Float64), Nullable: true},
	)
	a, _, err := array.FromJSON(memory.DefaultAllocator, kind, strings.NewReader(text), array.WithUseNumber())
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	again, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(again)); got != text {
		t.Errorf("%s, want %s", got, text)
	}
}
