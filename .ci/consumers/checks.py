"""The checks on results: what every library must see in both formats."""

import itertools
import json

import libraries
import metadata
from frame import Frame, contains, differences
from golden import Cells
from report import Report
from tool import FAILED_CELLS, Results, Tool

PART_CELLS = 128  # small parts, so that every library has to put several files together


def golden_cells(report: Report, tool: Tool, cells: Cells) -> None:
    study = (
        f"study: {cells.name}\nmodel: {cells.model}\n{cells.scenario}"
        f"axes: [points: {cells.name}.csv]\noutput: {{part_cells: {PART_CELLS}}}\n"
    )
    results = tool.run(cells.name, study, points=cells.points)
    count = len(cells)
    want = Frame(
        {
            "cell": list(range(count)),
            **cells.parameters.columns,
            **cells.metrics.columns,
            "rng": ["lcg32"] * count,
            "status": ["ok"] * count,
            "error": [None] * count,
        }
    )
    check_results(report, results, want)


def failed_rows(report: Report, tool: Tool) -> None:
    """A rule between parameters is broken in some cells; seeds lie beyond what a float64 can hold."""
    weights = [(5, 3, 2), (1, 1, 1), (10, 6, 4)]
    seeds = [9007199254740993, -9007199254740993, 0]
    listed = ", ".join(str(list(w)) for w in weights)
    study = (
        "study: failed-rows\nmodel: dns\nfixed: {rotation: reference, duration_s: 60}\n"
        f"axes: [weights: [{listed}], seed: {seeds}]\noutput: {{part_cells: 4}}\n"
    )
    results = tool.run("failed-rows", study, code=FAILED_CELLS)
    grid = list(itertools.product(weights, seeds))
    want = Frame(
        {
            "cell": list(range(len(grid))),
            "weight_b34": [w[0] for w, _ in grid],
            "weight_b35": [w[1] for w, _ in grid],
            "weight_b06": [w[2] for w, _ in grid],
            "seed": [seed for _, seed in grid],
            "status": ["failed" if w == (1, 1, 1) else "ok" for w, _ in grid],
        }
    )
    first = check_results(report, results, want)
    report.check("failed rows have an error and no metrics, others the reverse", failure_differences(results, first))


def check_results(report: Report, results: Results, want: Frame) -> Frame:
    """Loads both formats with every library; returns the first frame, to which all others are equal."""
    roles = {name: says["role"] for name, says in metadata.fields(results, "parquet")[0].items()}
    first = None
    for form, library in itertools.product(libraries.FORMS, libraries.ALL):
        got, types = library.load(results, form)
        first = first or got
        what = f"{library.name} reads {form}"
        report.check(f"{what}: values, nulls and order of {got.rows()} rows", contains(got, want))
        report.check(f"{what}: all {len(types)} columns as the other readers do", differences(got, first))
        report.check(f"{what}: types", metadata.type_differences(types, library.types, roles))
    check_metadata(report, results)
    return first


def check_metadata(report: Report, results: Results) -> None:
    manifest = results.manifest()
    pairs = metadata.file_pairs(results, "parquet")
    described = metadata.fields(results, "parquet")
    report.check("parquet: metadata names study, digest, model and versions", pair_differences(pairs[0], manifest))
    report.check("parquet: every column says role, doc and unit", metadata.field_differences(described[0]))
    report.check("parquet: the same metadata in every part", unequal(pairs) + unequal(described))
    report.check("arrow: metadata as in parquet", unequal([pairs[0], *metadata.file_pairs(results, "arrow")]))
    report.check("arrow: columns as in parquet", unequal([described[0], *metadata.fields(results, "arrow")]))
    report.check("parquet: DuckDB sees the same metadata", unequal([pairs[0], *metadata.duckdb_pairs(results)]))
    words = {column["name"]: column["words"] for column in manifest["columns"] if "words" in column}
    for form in libraries.FORMS:
        report.check(f"{form}: categories as in the manifest", unequal([words, *metadata.dictionaries(results, form)]))
        report.check(f"{form}: size and SHA-256 as the manifest says", metadata.hash_differences(results, form))


def pair_differences(pairs: dict[str, str], manifest: dict) -> list[str]:
    """Every file must say by itself what it holds a part of, and the manifest must say the same."""
    got = {key.removeprefix("tarama."): value for key, value in pairs.items() if key.startswith("tarama.")}
    want = {name: str(manifest[name]) for name in ("digest", "model", "model_version", "format_version")}
    found = [f"tarama.{name} is {got.get(name)!r}, expected {value!r}" for name, value in want.items() if got.get(name) != value]
    if json.loads(got.get("study", "null")) != manifest["study"]:
        found.append(f"tarama.study is {got.get('study')!r}, expected {manifest['study']}")
    if found or set(got) == {*want, "study"}:
        return found
    return [f"the metadata has {sorted(got)}, expected {sorted([*want, 'study'])}"]


def unequal(values: list[dict]) -> list[str]:
    return [f"{value} differs from {values[0]}" for value in values[1:] if value != values[0]]


def failure_differences(results: Results, frame: Frame) -> list[str]:
    metrics = [name for name, says in metadata.fields(results, "parquet")[0].items() if says["role"] == "metric"]
    found = []
    for row, status in enumerate(frame.columns["status"]):
        failed = status == "failed"
        if failed != bool(frame.columns["error"][row]):
            found.append(f"row {row} is {status} with error {frame.columns['error'][row]!r}")
        filled = [name for name in metrics if frame.columns[name][row] is not None]
        if failed == bool(filled):
            found.append(f"row {row} is {status} with metrics {filled}")
    return found
