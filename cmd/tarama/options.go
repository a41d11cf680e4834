package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tarama/models"
)

// flagError says what is wrong with an option, and which one was probably meant.
func flagError(cmd *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		invalid *pflag.InvalidValueError
		bare    *pflag.ValueRequiredError
	)
	switch {
	case errors.As(err, &invalid):
		flag := invalid.GetFlag()
		return usageError{fmt.Errorf("--%s is %q, but must be %s", flag.Name, invalid.GetValue(), valueKind(flag))}
	case errors.As(err, &bare):
		name := "--" + bare.GetFlag().Name
		return usageError{fmt.Errorf("%s has no value; see %s --help", name, cmd.CommandPath())}
	case errors.As(err, &unknown):
		dashes, word := "--", unknown.GetSpecifiedName()
		if letters := unknown.GetSpecifiedShortnames(); letters != "" {
			dashes, word = "-", letters // one dash and a word is one letter after the other
		}
		hint := fmt.Sprintf("; see %s --help", cmd.CommandPath())
		if near := models.Nearest(word, optionNames(cmd)); near != "" {
			hint = fmt.Sprintf("; did you mean --%s?", near)
		}
		return usageError{fmt.Errorf("there is no option %s%s", dashes+word, hint)}
	}
	return usageError{fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())}
}

// valueKind says what the value of an option is.
func valueKind(flag *pflag.Flag) string {
	switch kind := flag.Value.Type(); {
	case strings.HasPrefix(kind, "int"):
		return "an integer"
	case kind == "bool":
		return "true or false"
	default:
		return "a " + kind
	}
}

func optionNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	return names
}

// refuseEmpty refuses options that are given without saying anything, as an unset variable of a shell does: taken as not
// given, the answer would be about all rows without a word.
func refuseEmpty(cmd *cobra.Command, _ []string) error {
	var problem error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if value := flag.Value.String(); problem != nil || value != "" && value != "[]" { // the second is an empty list
			return
		}
		switch flag.Name {
		case "where", "having":
			problem = usageError{fmt.Errorf("--%s, character 1: the condition is empty", flag.Name)}
		case "by", "columns":
			problem = usageError{fmt.Errorf("--%s is empty, but must name a column", flag.Name)}
		case "metric", "min", "max":
			problem = usageError{fmt.Errorf("--%s is empty, but must name a metric", flag.Name)}
		case "compare":
			problem = usageError{errors.New("--compare is empty, but must be NAME=A,B: a parameter and two of its values")}
		}
	})
	return problem
}
