package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// helpOnTerminals has the help of all commands fit the terminal that it is read on; programs get it as it is.
func helpOnTerminals(root *cobra.Command) {
	plain := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		out := cmd.OutOrStdout()
		if !isTerminal(out) {
			plain(cmd, args)
			return
		}
		var text bytes.Buffer
		cmd.SetOut(&text)
		plain(cmd, args)
		cmd.SetOut(out)
		_, _ = io.WriteString(out, fitHelp(text.String(), widthOf(out))) // nobody is left to tell if it fails
	})
}

// description finds where the second column of a line begins: behind two spaces or more.
var description = regexp.MustCompile(`^ +\S.*?  +`)

// fitHelp breaks lines that are wider. Lines that begin with a word belong to a paragraph and are filled anew. In indented ones only
// the second column is broken, below itself; examples and lists without one stay as they are.
func fitHelp(text string, width int) string {
	var fitted strings.Builder
	var paragraph []string
	end := func() {
		for _, line := range wrapText(strings.Join(paragraph, " "), width) {
			fitted.WriteString(line + "\n")
		}
		paragraph = nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line != "" && !strings.ContainsAny(line[:1], " \t") {
			paragraph = append(paragraph, line)
			continue
		}
		end()
		fitted.WriteString(fitRow(line, width) + "\n")
	}
	end()
	return fitted.String()
}

// fitRow breaks the second column of a line.
func fitRow(line string, width int) string {
	first := description.FindString(line)
	indent := utf8.RuneCountInString(first)
	if utf8.RuneCountInString(line) <= width || first == "" || width-indent < 20 {
		return line
	}
	return first + strings.Join(wrapText(line[len(first):], width-indent), "\n"+strings.Repeat(" ", indent))
}
