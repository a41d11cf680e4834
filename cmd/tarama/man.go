package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "write the manual pages",
		Long: `man writes a manual page for tarama and one for each of its commands into DIR, which is made if it is not there. They
say what --help says, in the form that the command man reads.`,
		Example: `  tarama man ~/.local/share/man/man1
  man tarama-run`,
		Args:              exactly("DIR"),
		ValidArgsFunction: completeDir,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return usageError{fmt.Errorf("no manual pages can be written there: %w", err)}
			}
			return writeManual(newRoot(cmd.OutOrStdout(), cmd.ErrOrStderr()), args[0])
		},
	}
}

// writeManual writes the page of a command and those of its subcommands. It changes the commands for the purpose.
func writeManual(cmd *cobra.Command, dir string) error {
	for _, c := range cmd.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		if err := writeManual(c, dir); err != nil {
			return err
		}
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	var page bytes.Buffer
	if err := doc.GenMan(forManual(cmd), manHeader(name), &page); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name+".1"), withPlaceholders(page.Bytes(), cmd), 0o666)
}

// optionLine is how the page gives an option, with its default.
var optionLine = regexp.MustCompile(`(?m)^((?:\\fB-.\\fP, )?\\fB--([a-z-]+)\\fP)(?:=.*|\[=.*\])$`)

// withPlaceholders puts the names that help has for the values of options in the place of the defaults.
func withPlaceholders(page []byte, cmd *cobra.Command) []byte {
	return optionLine.ReplaceAllFunc(page, func(line []byte) []byte {
		parts := optionLine.FindSubmatch(line)
		flag := cmd.Flag(string(parts[2]))
		if flag == nil {
			return line
		}
		option := slices.Clone(parts[1])
		if name, _ := pflag.UnquoteUsage(flag); name != "" {
			option = fmt.Appendf(option, " \\fI%s\\fP", name)
		}
		return option
	})
}

// withDefault adds the default to an option's text, as help does.
func withDefault(f *pflag.Flag) {
	switch {
	case slices.Contains([]string{"", "[]", "false", "0"}, f.DefValue):
	case f.Value.Type() == "string":
		f.Usage += fmt.Sprintf(" (default %q)", f.DefValue)
	default:
		f.Usage += fmt.Sprintf(" (default %s)", f.DefValue)
	}
}

// manHeader has a date that is always the same, so that one version writes the same pages everywhere.
func manHeader(name string) *doc.GenManHeader {
	year := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	return &doc.GenManHeader{Title: strings.ToUpper(name), Section: "1", Source: "tarama", Manual: "tarama", Date: &year}
}

// forManual fits a command's help to what the page is made from, which is Markdown: indented lines must be kept as they
// stand, and the number of workers must not be this machine's.
func forManual(cmd *cobra.Command) *cobra.Command {
	cmd.DisableAutoGenTag = true
	if workers := cmd.Flags().Lookup("workers"); workers != nil {
		workers.DefValue = "the number of cores"
	}
	cmd.LocalFlags().VisitAll(withDefault)
	var lines []string
	wasIndented := false
	for _, line := range strings.Split(cmd.Long, "\n") {
		indented := strings.HasPrefix(line, "  ")
		if indented != wasIndented && line != "" {
			lines = append(lines, "")
		}
		if indented {
			line = "    " + line
		}
		lines, wasIndented = append(lines, line), indented
	}
	cmd.Long = strings.Join(lines, "\n")
	return cmd
}
