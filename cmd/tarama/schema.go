package main

import (
	"github.com/spf13/cobra"

	"tarama/models/registry"
	"tarama/output"
	"tarama/sweep/study/schema"
)

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "print the JSON Schema of study files, for editors",
		Long: `schema prints the JSON Schema of study files, made from the models' own declarations. Editors with a YAML language
server complete and check a study that names it in a comment:

  # yaml-language-server: $schema=study.schema.json

The schema of this version is docs/study.schema.json; the ready studies name it. It knows names, types, bounds and forms.
What depends on the whole study, such as rules between parameters, plan and run report.`,
		Example: `  tarama schema > study.schema.json`,
		Args:    exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			text, err := studySchema()
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
}

// studySchema is the schema of studies of all models and formats.
func studySchema() ([]byte, error) {
	var formats []string
	for _, f := range output.Formats() {
		formats = append(formats, f.Name())
	}
	return schema.Of(registry.All(), formats)
}
