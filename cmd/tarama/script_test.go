package main

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the output that tests see into the files that they compare with")

// TestMain makes this binary the command tarama for scripts and documentation.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tarama": main})
}

// TestScripts runs the real command in each file of testdata/script; the first lines of a file say why it is there.
func TestScripts(t *testing.T) {
	configs, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("CONFIGS", configs+"/../../configs")
			return nil
		},
	})
}
