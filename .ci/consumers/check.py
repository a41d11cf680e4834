"""Checks that pandas, pyarrow, DuckDB and Polars read results exactly as the golden cells say.

Every check is a comparison that passes or fails; nothing is skipped. The last line counts both.
"""

import argparse
import sys
from pathlib import Path

import analysis
import checks
import documents
import golden
import notebooks
import pages
from report import Report
from tool import Tool


def main() -> int:
    arguments = parse_arguments()
    report = Report()
    tool = Tool(arguments.tarama, arguments.work / "studies")

    sets = golden.load_all(arguments.root / "models" / "modeltest" / "testdata")
    report.check("golden cells: at least one set for each model", missing_models(sets))
    for cells in sets:
        with report.section(f"{cells.name}: {len(cells)} golden cells of {cells.model}"):
            checks.golden_cells(report, tool, cells)
    with report.section("failed rows"):
        checks.failed_rows(report, tool)
    with report.section("summaries, sensitivity and fronts"):
        analysis.check(report, tool)
    with report.section("reports"):
        pages.check(report, tool)
    for document in documents.find(arguments.root):
        with report.section(f"{document.path.name}: {len(document.examples)} examples"):
            documents.check(report, document, arguments)
    with report.section("notebooks"):
        notebooks.check(report, notebooks.find(arguments.root), arguments)
    return report.close()


def missing_models(sets: list[golden.Cells]) -> list[str]:
    missing = {"dns", "failover", "health", "lb"} - {cells.model for cells in sets}
    return [f"no golden cells for {model}" for model in sorted(missing)]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tarama", type=Path, required=True, help="the binary")
    parser.add_argument("--root", type=Path, required=True, help="the checkout")
    parser.add_argument("--modules", type=Path, required=True, help="the node_modules of the documents' JavaScript")
    parser.add_argument("--work", type=Path, required=True, help="a folder for studies and results")
    parser.add_argument("--update", action="store_true", help="write what documents and notebooks print into them")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
