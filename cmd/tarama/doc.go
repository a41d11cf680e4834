// Command tarama runs a study's parameter grid on all cores and leaves Parquet and Arrow files that can be audited.
//
// Each verb is a file of its name. The command is a function of its arguments and streams (Main), so that tests run the
// real thing. Verbs return errors; exit.go alone turns them into exit codes, and only this package knows of terminals,
// colours and progress bars.
package main
