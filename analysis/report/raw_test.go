package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Text that is not escaped is our own: the style sheet and line breaks. Nothing else may be written raw, since no page of a test
// can show every word that a study may hold.
func TestOnlyOurOwnIsWrittenRaw(t *testing.T) {
	own := map[string]bool{"styleText": true, `"\n"`: true}
	found := 0
	for _, pattern := range []string{"*.go", "chart/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			for _, argument := range rawArguments(t, name) {
				if found++; !own[argument] {
					t.Errorf("%s writes %s raw", name, argument)
				}
			}
		}
	}
	if found < 3 {
		t.Errorf("only %d raw texts found: the test looks for the wrong thing", found)
	}
}

// rawArguments are what a file passes to functions that do not escape.
func rawArguments(t *testing.T, name string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var arguments []string
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if f, ok := call.Fun.(*ast.SelectorExpr); !ok || !strings.HasPrefix(f.Sel.Name, "Raw") {
			return true
		}
		switch argument := call.Args[0].(type) {
		case *ast.BasicLit:
			arguments = append(arguments, argument.Value)
		case *ast.Ident:
			arguments = append(arguments, argument.Name)
		default:
			arguments = append(arguments, "an expression")
		}
		return true
	})
	return arguments
}
