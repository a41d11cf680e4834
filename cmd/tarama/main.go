package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"tarama/models"
)

func main() {
	// A reader that goes away (| head) must not kill a night's run by signal: writes return EPIPE instead.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr))
}

// Main runs the command with the arguments after its name and returns the exit code.
func Main(args []string, stdout, stderr io.Writer) int {
	stderr = plainText{stderr}
	root := newRoot(stdout, stderr)
	root.SetArgs(args)
	err := root.Execute()
	if errors.Is(err, syscall.EPIPE) {
		return exitDone // whoever read our output has seen enough
	}
	if message := describe(err); message != "" {
		fmt.Fprint(stderr, message)
	}
	return exitCode(err)
}

func newRoot(stdout, stderr io.Writer) *cobra.Command {
	// The library's own flag prints by a template, for which the linker would have to keep every method there is.
	askedVersion := false
	root := &cobra.Command{
		Use:   "tarama",
		Short: "run parameter sweeps of traffic models into Parquet and Arrow files that can be audited",
		Long: `tarama reads a study file, runs every cell of its parameter grid on all cores, and leaves a directory of Parquet
and Arrow files. The same study gives the same bytes on any machine, and any row can be checked again.

Exit codes:
` + exitCodesHelp(),
		Example: `  tarama run configs/quickstart.yaml       run a study into results/quickstart
  tarama show results/quickstart           its rows as a table
  tarama models failover                   the parameters and metrics of a model`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if askedVersion {
				return printVersion(cmd)
			}
			return cmd.Help()
		},
		PersistentPreRunE: refuseEmpty,
	}
	root.Flags().BoolVarP(&askedVersion, "version", "v", false, "print the version")
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newPlan(), newRun(), newShow(), newAudit(), newReplay(), newStatus(),
		newSummarize(), newSensitivity(), newPareto(), newReport(), newModels(), newSchema(), newMan(), newVersion(), newExamine())
	refuseUnknownTopics(root)
	helpOnTerminals(root)
	return root
}

// unknownCommand names the nearest verb, if one is near.
func unknownCommand(root *cobra.Command, word string) error {
	var verbs []string
	for _, cmd := range root.Commands() {
		if !cmd.Hidden {
			verbs = append(verbs, cmd.Name())
		}
	}
	hint := fmt.Sprintf("; see %s --help", root.CommandPath())
	if near := models.Nearest(strings.ToLower(word), verbs); near != "" {
		hint = fmt.Sprintf("; did you mean %s?", near)
	}
	return usageError{fmt.Errorf("there is no command %q%s", word, hint)}
}

func unexpectedArgument(cmd *cobra.Command, word string) error {
	if strings.Contains(word, "=") && cmd.Flags().Lookup("set") != nil {
		return usageError{fmt.Errorf("unexpected argument %q; did you mean --set %s?", word, word)}
	}
	return usageError{fmt.Errorf("unexpected argument %q; usage: %s", word, cmd.UseLine())}
}

// refuseUnknownTopics has the library's own verbs treat a misspelt word as ours do.
func refuseUnknownTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch known := cmd.Run; cmd.Name() {
		case "help":
			cmd.Run = nil
			cmd.RunE = func(help *cobra.Command, args []string) error {
				if topic, _, err := root.Find(args); len(args) > 0 && (err != nil || topic == root) {
					return unknownCommand(root, args[0])
				}
				known(help, args)
				return nil
			}
		case "completion":
			cmd.Args = func(shells *cobra.Command, args []string) error {
				if len(args) > 0 {
					return unknownCommand(shells, args[0])
				}
				return nil
			}
			cmd.RunE = func(shells *cobra.Command, _ []string) error { return shells.Help() }
		}
	}
}

// exactly demands the named arguments.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(names) {
			return usageError{fmt.Errorf("%s is missing; usage: %s", names[len(args)], cmd.UseLine())}
		}
		if len(args) > len(names) {
			return unexpectedArgument(cmd, args[len(names)])
		}
		return nil
	}
}
