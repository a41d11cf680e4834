package results

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"tarama/output/formattest"
)

func TestSmoke(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	h := Header{Study: json.RawMessage(`{"x":"<1>"}`), Digest: "00ff", Model: "dns", ModelVersion: 1, Formats: []string{"parquet", "arrow"}, Cells: 2500, PartCells: 1000}
	d, err := Create(dir, h, formattest.SweepSchema(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		first, end := h.cells(i)
		p, err := d.NewPart(i, first, end)
		if err != nil {
			t.Fatal(err)
		}
		if i != 1 {
			if err := p.Write(formattest.SweepTable(int(end-first), first)); err != nil {
				t.Fatal(err)
			}
		}
		s, err := p.Seal()
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Verify(s, VerifyOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := exec.Command("find", dir).CombinedOutput()
	fmt.Println(string(out))
	if _, err := d.Finish(); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	out, _ = exec.Command("sh", "-c", "find "+dir+"; cat "+dir+"/manifest.json | tail -50").CombinedOutput()
	fmt.Println(string(out))
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for s, err := range r.Tables(Selection{Columns: []string{"cell", "status"}}) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(s.Part.Number, s.FirstRow, s.Table.Rows, s.Table.Columns[0].Ints[:3], s.Table.Columns[18].Codes[:3])
	}
}
