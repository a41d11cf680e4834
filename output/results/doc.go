// Package results keeps the results directory of a study: the files of its parts in every format, the journal of a run
// that is under way, and the manifest of a finished one.
//
//	DIR/parquet/part-000000.parquet ...   one file a part and format; a part without rows has none
//	DIR/arrow/part-000000.arrow ...
//	DIR/inputs/NAME                       copies of outside files that the study names
//	DIR/manifest.json                     what the results are; deterministic, written last
//	DIR/run.json                          what may differ between two runs
//	DIR/.journal-000001.jsonl ...         while under way: a line a sealed part, one journal a run
//	DIR/.lock                             while under way: who is at work
//
// The words: a part is sealed when its files were written under a temporary name that begins with a dot, flushed to
// disk, entered in the journal and renamed. The journal is written ahead of the renaming, so every file of ours that has
// its final name is named by a journal or by the manifest, and nothing else is ever removed. A part counts as done if
// its files have the size and the SHA-256 that were entered; whatever a crash leaves behind fails that test and is made
// again.
//
// What lies in a directory is not trusted: names of files are made from part numbers and known formats, never read from
// a file; symbolic links are not followed; sizes are bounded.
package results
